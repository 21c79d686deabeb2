// Readers of rate-limit headers and outcomes.
import type { TestServer } from '../../support/start-server.js';
import type { TestResponse } from '../../support/validate-response.js';

/** @throws an Error if a header is not an integer. */
export function rateOf({ headers }: Pick<TestResponse, 'headers'>) {
  return {
    limit: integerOf(headers, 'X-RateLimit-Limit'),
    remaining: integerOf(headers, 'X-RateLimit-Remaining'),
  };
}

/** In seconds. @throws an Error if the header is not an integer. */
export function retryAfterOf({ headers }: Pick<TestResponse, 'headers'>): number {
  return integerOf(headers, 'Retry-After');
}

/** `admitted`, or the error code of a refusal. @throws an Error for any other response. */
export function outcomeOf(reply: TestResponse): 'admitted' | 'rate_limited' | 'key_banned' {
  if (reply.status === 200) return 'admitted';
  const { code, status } = reply.json;
  if (reply.status === 429 && status === 429 && (code === 'rate_limited' || code === 'key_banned'))
    return code;
  throw new Error(`neither admitted nor refused: ${reply.status} ${reply.text}`);
}

/** Concurrent requests. */
export function callTimes(server: TestServer, count: number, key: string | null) {
  return Promise.all(Array.from({ length: count }, () => server.call('/pets', { key })));
}

export function countOutcomes(replies: readonly TestResponse[]) {
  const counts = { admitted: 0, rate_limited: 0, key_banned: 0 };
  for (const reply of replies) counts[outcomeOf(reply)] += 1;
  return counts;
}

function integerOf(headers: Headers, name: string): number {
  const text = headers.get(name) ?? '';
  if (!/^\d+$/.test(text)) throw new Error(`${name} must be an integer (got "${text}")`);
  return Number(text);
}
