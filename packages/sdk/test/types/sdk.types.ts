// Type tests: checked by `tsc`, never run.
import {
  AnimalStore,
  type AnimalStoreOptions,
  type ApiError,
  type ErrorCode,
  type Fetch,
  type IdempotentCallOptions,
  type Int64,
  type Int64AsString,
  type Page,
  type PageData,
  type Params,
  type Pet,
  type PetStatus,
  type Result,
} from '../../src/index.js';

declare const store: AnimalStore;
declare const error: ApiError;

export async function wellTyped(): Promise<void> {
  const pet: Pet = await store.createPet({ name: 'Rex', categoryId: 1, status: 'available' });
  const id: Int64 = pet.id;
  await store.getPet({ petId: id });
  const page: Page<Pet> = await store.listPets({ status: 'sold', limit: 5 }, { timeoutMs: 100 });
  await store.listPets();
  await page.next?.({ maxRetries: 0 });
  for (const { name } of page) name.toUpperCase();
  await store.listPets({}, { cache: 'no-store', next: { revalidate: 60, tags: ['pets'] } });
  const copy: PageData<Pet> = { ...page };
  await store.listPets(copy.nextCursor ? { cursor: copy.nextCursor } : {});
  for await (const { name } of store.listPets.all({ status: 'available' })) name.toUpperCase();
  const { data, response } = await store.createPet({ name: 'Rex', categoryId: 1n }).withResponse();
  data.id satisfies Int64;
  const rex = { name: 'Rex', categoryId: 1 };
  await store.createPet(rex, { idempotencyKey: 'order-42', headers: { 'X-Tenant': 'north' } });
  response.headers.get('link');
}

/** What the client lends is a `fetch` of the platform; what it takes may be less. */
export const lent: typeof globalThis.fetch = store.fetch;
export const taken: readonly Fetch[] = [
  fetch,
  store.fetch,
  (url: string, init: RequestInit) => fetch(url, init),
  (url, { method, headers, signal }) => fetch(url, { method, headers, signal }),
];

/** The same type with `undefined` for each property that may be absent, as other code often has it. */
type WithUndefined<T> = {
  [Key in keyof T]: T[Key] | (Record<never, never> extends Pick<T, Key> ? undefined : never);
};

/** What is not set may be `undefined`, also with `exactOptionalPropertyTypes`. */
export async function unset(
  status: PetStatus | undefined,
  client: WithUndefined<AnimalStoreOptions>,
  call: WithUndefined<IdempotentCallOptions>,
): Promise<void> {
  new AnimalStore(client);
  await store.listPets({ status, limit: undefined, cursor: (await store.listPets()).nextCursor });
  await store.createPet({ name: 'Rex', categoryId: 1, status }, call);
  const next = { revalidate: undefined, tags: undefined };
  await (await store.listPets({}, { next })).next?.({ signal: undefined });
  for await (const { name } of store.listPets.all({ status })) name.toUpperCase();
  ({ name: 'Rex', categoryId: '1', status }) satisfies Params<'createPet', 'string'>;
  // @ts-expect-error it is required
  await store.createPet({ name: undefined, categoryId: 1 });
  // @ts-expect-error it is required
  await store.getPet({ petId: undefined });
}

/** Beside mistakes.types.ts. */
export async function illTyped(): Promise<void> {
  // @ts-expect-error a copy of a page has only data
  await { ...(await store.listPets()) }.next?.();
  // @ts-expect-error a copy of a page has only data
  ({ ...(await store.listPets()) }).rateLimit;
}

/** ErrorCode is a union of literals, so that a switch over it can be exhaustive. */
export const isUnion: string extends ErrorCode ? false : true = true;

export function explain(code: Extract<ErrorCode, 'rate_limited' | 'unavailable'>): string {
  switch (code) {
    case 'rate_limited':
      return 'wait';
    case 'unavailable':
      return 'try later';
  }
}

// @ts-expect-error not exhaustive: the function can end without a return
export function explainOneCode(): 'known' {
  switch (error.code) {
    case 'rate_limited':
      return 'known';
  }
}

/** The branch for codes that are added later. */
export function explainUnknown(code: Exclude<typeof error.code, ErrorCode>): 'unknown' {
  return code;
}

export async function stringIds(): Promise<void> {
  const strings = new AnimalStore({ baseUrl: '', apiKey: '', int64: 'string' });
  strings satisfies AnimalStore<'string'>;
  const pet: Int64AsString<Pet> = await strings.getPet({ petId: '5' });
  pet.id satisfies string;
  pet satisfies Result<'getPet', 'string'>;
  const page: Page<Int64AsString<Pet>> = await strings.listPets({ limit: 5 });
  for await (const { categoryId } of strings.listPets.all()) categoryId satisfies string;
  for (const petId of [5, 5n, page.items[0]?.id ?? '5']) await strings.getPet({ petId });
  ({ name: 'Rex', categoryId: '1' }) satisfies Params<'createPet', 'string'>;
  // @ts-expect-error its ids are strings
  pet satisfies Pet;
  // @ts-expect-error a page size is no 64-bit integer
  await strings.listPets({ limit: '5' });
  // @ts-expect-error its results have strings
  strings satisfies AnimalStore;
  new AnimalStore({ baseUrl: '', apiKey: '' }) satisfies AnimalStore<'number'>;
}
