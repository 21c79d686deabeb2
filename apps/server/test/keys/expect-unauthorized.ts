// What every reply to a stranger must be.
import type { CheckedReply } from '../support/check-reply.js';

const BODY = { code: 'unauthorized', message: 'The API key is missing or invalid.', status: 401 };

/** When nothing was sent to authenticate with. */
export const CHALLENGE = 'Bearer realm="animal-store"';
/** When something was sent. */
export const INVALID_TOKEN = `${CHALLENGE}, error="invalid_token"`;

export function expectUnauthorized(reply: CheckedReply, challenge: string): void {
  expect(reply.status).toBe(401);
  expect(reply.json).toEqual(BODY);
  expect(reply.headers.get('WWW-Authenticate')).toBe(challenge);
}
