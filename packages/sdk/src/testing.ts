// Public API of @animal-store/sdk/testing.

export {
  createMockFetch,
  type MockFetch,
  type MockFetchOptions,
  type MockRequest,
} from './testing/create-mock-fetch.js';
export type { MockFailure } from './testing/failures.js';
export type { MockData, MockHandlers } from './testing/handlers.js';
export type { MockClock } from './testing/mock-clock.js';
export { pageOf } from './testing/page-of.js';

/**
 * API key that the mock accepts, for reading and writing. It is no secret, and a browser window takes it without
 * `dangerouslyAllowBrowser`. The service refuses it: keys with the prefix `as_test_` are never issued.
 */
export const TEST_KEY = 'as_test_OnlyTheMockAcceptsThisTestKey02QJJZC';
