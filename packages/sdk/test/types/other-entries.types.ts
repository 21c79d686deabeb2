// Type tests of TanStack Query's options and of the mock: checked by `tsc`, never run.
import { AnimalStore, isApiError, type Pet } from '../../src/index.js';
import { type Issue, toIssues } from '../../src/schemas.js';
import {
  createPetMutation,
  listPetsInfiniteOptions,
  listPetsOptions,
} from '../../src/tanstack-query.js';
import { createMockFetch, type MockFailure } from '../../src/testing.js';

export async function queries(store: AnimalStore, texts: AnimalStore<'string'>): Promise<void> {
  const { queryFn, queryKey } = listPetsOptions(texts, { limit: 5 });
  const { items } = await queryFn({ signal: new AbortController().signal });
  items[0]?.id satisfies string | undefined;
  queryKey.join();
  const { getNextPageParam } = listPetsInfiniteOptions(store);
  getNextPageParam({ items: [], nextCursor: 'c2' }) satisfies string | undefined;
  (await createPetMutation(store).mutationFn({ name: 'Rex', categoryId: 1 })) satisfies Pet;
  // @ts-expect-error not the variables of the mutation
  createPetMutation(store).mutationFn({ name: 'Rex' });
}

export function mocked(failure: MockFailure): AnimalStore {
  const pets = [{ name: 'Rex', categoryId: 1n }];
  const mock = createMockFetch({ pets, quota: { perMinute: 5, perDay: 50 } });
  mock.failNext({ ...failure, operation: 'createPet' });
  // @ts-expect-error not a resource of the contract
  createMockFetch({ birds: [] });
  const options = { environment: 'staging', onResponse: async () => {} } as const;
  return new AnimalStore({ ...options, apiKey: 'as_pub_x', fetch: mock, clock: mock.clock });
}

export function faults(error: unknown): readonly Issue[] {
  return isApiError(error) ? toIssues(error.details) : [];
}
