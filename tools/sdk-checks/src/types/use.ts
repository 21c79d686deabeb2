// Program of a user that every compiler and resolution must accept. `@ts-expect-error` marks what they must refuse.
import {
  AnimalStore,
  type AnimalStoreOptions,
  type ApiError,
  type CallOptions,
  type ErrorCode,
  type Int64,
  type Int64AsString,
  isApiError,
  type NewPet,
  type Page,
  type PageData,
  type Pet,
} from '@animal-store/sdk';
import { coerceStrings, type Issue, NewPetSchema, toIssues } from '@animal-store/sdk/schemas';
import {
  createPetMutation,
  listPetsInfiniteOptions,
  listPetsOptions,
} from '@animal-store/sdk/tanstack-query';
import { createMockFetch, type MockFailure } from '@animal-store/sdk/testing';

export function connect(apiKey: AnimalStoreOptions['apiKey']): AnimalStore {
  // @ts-expect-error not an environment of the contract
  new AnimalStore({ apiKey, environment: 'test' });
  return new AnimalStore({ apiKey, environment: 'staging', onResponse: async () => {} });
}

export async function calls(store: AnimalStore, options: CallOptions): Promise<Int64> {
  const pet: Pet = await store.createPet(
    { name: 'Rex', categoryId: 1, status: 'available' },
    { ...options, idempotencyKey: 'order-7' },
  );
  const { data, requestId } = await store.getPet({ petId: '7n'.length }).withResponse();
  // @ts-expect-error not a PetStatus
  await store.listPets({ status: 'lost' });
  // @ts-expect-error not an option of an operation without the header
  await store.listPets({}, { idempotencyKey: 'order-7' });
  // @ts-expect-error not digits, unless the client is told to take them
  await store.getPet({ petId: '7' });
  for await (const { id } of store.listPets.all({ limit: 5 })) console.log(id, requestId);
  return data.id ?? pet.id;
}

export async function pages(store: AnimalStore): Promise<PageData<Pet>> {
  const page: Page<Pet> = await store.listPets({ limit: 5 });
  const next = await page.next?.();
  const copy = { ...page };
  // @ts-expect-error a copy has the data of a page only
  copy.next?.();
  return next ? { ...next } : copy;
}

export function faults(error: unknown, pet: NewPet): readonly Issue[] {
  if (isApiError(error) && describe(error.code) !== '') return toIssues(error.details);
  const result = coerceStrings(NewPetSchema)['~standard'].validate(pet);
  if (result.issues) return result.issues;
  const { name }: NewPet = result.value;
  return [{ message: name, path: ['name'], code: 'required', in: 'body' }];
}

/** The union is closed, so that a `switch` over it can be exhaustive. A code that the service adds later is `unknown`. */
function describe(code: ApiError['code']): string {
  if (code === 'unknown') return '';
  const known: ErrorCode = code;
  // @ts-expect-error not a code of the contract
  const other: ApiError['code'] = 'added_later';
  return known + other;
}

export async function texts(store: AnimalStore<'string'>): Promise<Int64AsString<Pet>> {
  const { id } = await store.createPet({ name: 'Rex', categoryId: '9007199254740993' });
  const text: string = id;
  return store.getPet({ petId: text });
}

export async function queries(store: AnimalStore, texts: AnimalStore<'string'>): Promise<string> {
  const { queryFn, queryKey } = listPetsOptions(texts, { limit: 5 });
  const { items } = await queryFn({ signal: new AbortController().signal });
  const id: string | undefined = items[0]?.id;
  const { getNextPageParam } = listPetsInfiniteOptions(store);
  const cursor = getNextPageParam({ items: [], nextCursor: 'c2' });
  const pet: Pet = await createPetMutation(store).mutationFn({ name: 'Rex', categoryId: 1 });
  // @ts-expect-error not the variables of the mutation
  createPetMutation(store).mutationFn({ name: 'Rex' });
  return [queryKey.join(), id, cursor, pet.name].join();
}

export function mocked(failure: MockFailure): AnimalStore {
  const mock = createMockFetch({
    pets: [{ name: 'Rex', categoryId: 1n }],
    quota: { perMinute: 5, perDay: 50 },
  });
  mock.failNext({ ...failure, operation: 'createPet' });
  // @ts-expect-error not a resource of the contract
  createMockFetch({ birds: [] });
  return new AnimalStore({
    baseUrl: 'http://127.0.0.1:9/v1',
    apiKey: 'as_pub_x',
    fetch: mock,
    clock: mock.clock,
  });
}
