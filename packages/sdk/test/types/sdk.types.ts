// Type tests: checked by `tsc`, never run.
import {
  AnimalStore,
  type ApiError,
  type ErrorCode,
  type Int64,
  type Int64AsString,
  type Page,
  type PageData,
  type Params,
  type Pet,
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
  const copy: PageData<Pet> = { ...page };
  await store.listPets(copy.nextCursor ? { cursor: copy.nextCursor } : {});
  for await (const { name } of store.listPets.all({ status: 'available' })) name.toUpperCase();
  const { data, response } = await store.createPet({ name: 'Rex', categoryId: 1n }).withResponse();
  data.id satisfies Int64;
  const rex = { name: 'Rex', categoryId: 1 };
  await store.createPet(rex, { idempotencyKey: 'order-42', headers: { 'X-Tenant': 'north' } });
  response.headers.get('link');
}

export async function illTyped(): Promise<void> {
  // @ts-expect-error not a PetStatus
  await store.createPet({ name: 'Rex', categoryId: 1, status: 'lost' });
  // @ts-expect-error name is missing
  await store.createPet({ categoryId: 1 });
  // @ts-expect-error NewPet has no id
  await store.createPet({ id: 1, name: 'Rex', categoryId: 1 });
  // @ts-expect-error not a parameter of listPets
  await store.listPets({ limit: 5, noSuchParameter: 10 });
  // @ts-expect-error not a PetStatus
  await store.listPets({ status: 'lost' });
  // @ts-expect-error petId is missing
  await store.getPet();
  // @ts-expect-error an id is not a string
  await store.getPet({ petId: '1' });
  // @ts-expect-error getPet has no Idempotency-Key
  await store.getPet({ petId: 1 }, { idempotencyKey: 'order-42' });
  // @ts-expect-error listPets has no Idempotency-Key
  store.listPets.all({}, { idempotencyKey: 'order-42' });
  // @ts-expect-error not an environment
  new AnimalStore({ apiKey: 'as_live_x', environment: 'moon' });
  // @ts-expect-error not an operation
  await store.noSuchOperation({ petId: 1 });
  // @ts-expect-error only paginated operations have `all`
  store.createPet.all({});
  // @ts-expect-error a copy of a page has only data
  await { ...(await store.listPets()) }.next?.();
  // @ts-expect-error a copy of a page has only data
  ({ ...(await store.listPets()) }).rateLimit;
  // @ts-expect-error a page is not an array
  (await store.listPets()).map(String);
  // @ts-expect-error status may be absent
  (await store.getPet({ petId: 1 })).status.toUpperCase();
  // @ts-expect-error an id may be a bigint
  (await store.getPet({ petId: 1 })).id satisfies number;
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

// @ts-expect-error not an ErrorCode
error.code === 'teapot';

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
  // @ts-expect-error int64 is missing
  new AnimalStore<'string'>({ baseUrl: '', apiKey: '' });
  new AnimalStore({ baseUrl: '', apiKey: '' }) satisfies AnimalStore<'number'>;
}
