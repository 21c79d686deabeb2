// Type tests: checked by `tsc`, never run.
import type { AnimalStore, ApiError, ErrorCode, Int64, Page, Pet } from '../../src/index.js';

declare const store: AnimalStore;
declare const error: ApiError;

export async function wellTyped(): Promise<void> {
  const pet: Pet = await store.createPet({ name: 'Rex', categoryId: 1, status: 'available' });
  const id: Int64 = pet.id;
  await store.getPet({ petId: id });
  const page: Page<Pet> = await store.listPets({ status: 'sold', limit: 5 }, { timeoutMs: 100 });
  await store.listPets();
  await page.next?.({ maxRetries: 0 });
  for await (const { name } of store.listPets.all({ status: 'available' })) name.toUpperCase();
  const { data, response } = await store.createPet({ name: 'Rex', categoryId: 1n }).withResponse();
  data.id satisfies Int64;
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
  // @ts-expect-error not an operation
  await store.noSuchOperation({ petId: 1 });
  // @ts-expect-error only paginated operations have `all`
  store.createPet.all({});
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

// @ts-expect-error not an ErrorCode
error.code === 'teapot';
