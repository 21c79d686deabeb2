// What every reply to a stranger must be.
import { ApiError } from '../../../src/errors.js';
import type { TestResponse } from '../../support/validate-response.js';

/** When nothing was sent to authenticate with. */
export const CHALLENGE = 'Bearer realm="animal-store"';
/** When something was sent. */
export const INVALID_TOKEN = `${CHALLENGE}, error="invalid_token"`;

export function expectUnauthorized(reply: TestResponse, challenge: string): void {
  expect(reply.status).toBe(401);
  expect(reply.json).toEqual(new ApiError('unauthorized').body);
  expect(reply.headers.get('WWW-Authenticate')).toBe(challenge);
}
