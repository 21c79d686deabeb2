// Type tests of the other entries: checked by `tsc`, never run. What TanStack Query infers: tools/sdk-checks.
import { AnimalStore, isApiError, type Page, type Pet } from '../../src/index.js';
import { type Issue, toIssues } from '../../src/schemas.js';
import { listPetsOptions, type QueryKey } from '../../src/tanstack-query.js';
import { createMockFetch, type MockFailure, pageOf } from '../../src/testing.js';

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

export const page: Page<Pet> = pageOf([{ id: 1, name: 'Rex', categoryId: 1 }]);

export function withoutTanstackQuery(store: AnimalStore): QueryKey<'listPets'> {
  const { queryKey } = listPetsOptions(store);
  // @ts-expect-error no `any`
  queryKey.tag;
  return queryKey;
}
