// Typical mistakes, each below a part of what the compiler says. `tsc` checks that they are errors, and slow/mistakes.test.ts
// what they say.
import { AnimalStore, type ApiError } from '../../src/index.js';
import { createMockFetch } from '../../src/testing.js';

declare const store: AnimalStore;
declare const error: ApiError;

export async function mistakes(): Promise<void> {
  // @ts-expect-error Property 'listPet' does not exist on type 'AnimalStore<"number">'. Did you mean 'listPets'?
  await store.listPet();
  // @ts-expect-error Property 'name' is missing
  await store.createPet({ categoryId: 1 });
  // @ts-expect-error 'categoryID' does not exist
  await store.createPet({ name: 'Rex', categoryID: 1 });
  // @ts-expect-error Type 'string' is not assignable to type 'Int64'.
  await store.createPet({ name: 'Rex', categoryId: '1' });
  // @ts-expect-error Type '"lost"' is not assignable to type
  await store.createPet({ name: 'Rex', categoryId: 1, status: 'lost' });
  // @ts-expect-error 'id' does not exist in type
  await store.createPet({ id: 1, name: 'Rex', categoryId: 1 });
  // @ts-expect-error 'body' does not exist in type
  await store.createPet({ body: { name: 'Rex', categoryId: 1 } });
  // @ts-expect-error Argument of type 'number' is not assignable to parameter of type '{ petId: Int64; }'.
  await store.getPet(1);
  // @ts-expect-error Expected 1-2 arguments, but got 0.
  await store.getPet();
  // @ts-expect-error Property 'name' does not exist on type 'ApiPromise<
  store.getPet({ petId: 1 }).name;
  // @ts-expect-error Object is possibly 'undefined'.
  (await store.getPet({ petId: 1 })).status.toUpperCase();
  // @ts-expect-error Operator '+' cannot be applied to types 'Int64' and 'number'.
  (await store.getPet({ petId: 1 })).id + 1;
  // @ts-expect-error Property 'map' does not exist on type 'Page<
  (await store.listPets()).map(String);
  // @ts-expect-error Cannot invoke an object which is possibly 'undefined'.
  await (await store.listPets()).next();
  // @ts-expect-error must have a '[Symbol.asyncIterator]()' method that returns an async iterator.
  for await (const { name } of store.listPets({ status: 'sold' })) name.trim();
  // @ts-expect-error Property 'all' does not exist on type
  store.getPet.all({ petId: 1 });
  // @ts-expect-error 'timeoutMs' does not exist in type
  await store.listPets({ limit: 5, timeoutMs: 5_000 });
  // @ts-expect-error 'timeout' does not exist in type 'CallOptions'. Did you mean to write 'timeoutMs'?
  await store.listPets({}, { timeout: 5_000 });
  // @ts-expect-error 'idempotencyKey' does not exist in type 'CallOptions'.
  await store.getPet({ petId: 1 }, { idempotencyKey: 'order-42' });
  // @ts-expect-error Type '"moon"' is not assignable to type '"production" | "staging" | undefined'.
  new AnimalStore({ apiKey: 'as_pub_x', environment: 'moon' });
  // @ts-expect-error 'baseURL' does not exist in type 'AnimalStoreOptions<"number">'. Did you mean to write 'baseUrl'?
  new AnimalStore({ apiKey: 'as_pub_x', baseURL: 'http://localhost:3000/v1' });
  // @ts-expect-error Property 'apiKey' is missing
  new AnimalStore({ environment: 'staging' });
  // @ts-expect-error Type 'string | undefined' is not assignable to type
  new AnimalStore({ environment: 'staging', apiKey: process.env.ANIMAL_STORE_KEY });
  // @ts-expect-error Property 'int64' is missing
  new AnimalStore<'string'>({ environment: 'staging', apiKey: 'as_pub_x' });
  // @ts-expect-error the types 'ErrorCode | "unknown"' and '"teapot"' have no overlap.
  error.code === 'teapot';
  // @ts-expect-error Property 'categoryId' is missing
  createMockFetch({ pets: [{ name: 'Rex' }] });
  // @ts-expect-error Type '418' is not assignable to type
  createMockFetch({ handlers: { getPet: () => ({ status: 418 }) } });
  // @ts-expect-error Property 'body' is missing
  createMockFetch({ handlers: { getPet: () => ({ status: 200 }) } });
}
