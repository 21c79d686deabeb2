// Public API of @animal-store/sdk/testing.

export {
  createMockFetch,
  type MockFetch,
  type MockFetchOptions,
  type MockRequest,
} from './testing/create-mock-fetch.js';
export type { MockFailure } from './testing/failures.js';
export type { MockClock } from './testing/mock-clock.js';
export { pageOf } from './testing/page-of.js';
export { TEST_KEY } from './testing/test-key.js';
