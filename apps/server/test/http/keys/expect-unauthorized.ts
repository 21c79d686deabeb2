// Assertion that a response is a 401 with the given challenge.
import { ApiError } from '../../../src/errors.js';
import type { TestResponse } from '../../support/validate-response.js';

/** Challenge of a request without credentials. */
export const CHALLENGE = 'Bearer realm="animal-store"';
/** Challenge of a request with invalid credentials. */
export const INVALID_TOKEN = `${CHALLENGE}, error="invalid_token"`;

export function expectUnauthorized(reply: TestResponse, challenge: string): void {
  expect(reply.status).toBe(401);
  expect(reply.json).toEqual(new ApiError('unauthorized').body);
  expect(reply.headers.get('WWW-Authenticate')).toBe(challenge);
}
