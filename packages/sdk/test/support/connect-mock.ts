// SDK client whose fetch and clock are the mock's.
import { AnimalStore, type AnimalStoreOptions } from '../../src/index.js';
import { createMockFetch, type MockFetchOptions } from '../../src/testing.js';

/** @param options Override those of the client. */
export function connectMock(
  seeds: MockFetchOptions = {},
  options: Partial<AnimalStoreOptions> = {},
) {
  const mock = createMockFetch(seeds);
  const store = new AnimalStore({
    baseUrl: 'https://mock.example/v1',
    apiKey: 'as_live_test',
    fetch: mock,
    clock: mock.clock,
    onDeprecated: () => {},
    ...options,
  });
  return { mock, store };
}
