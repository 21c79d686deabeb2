// API key for tests.

/**
 * API key that the mock accepts, for reading and writing. It is no secret, and a browser window takes it without
 * `dangerouslyAllowBrowser`. The service refuses it: keys with the prefix `as_test_` are never issued.
 */
export const TEST_KEY = 'as_test_OnlyTheMockAcceptsThisTestKey02QJJZC';
