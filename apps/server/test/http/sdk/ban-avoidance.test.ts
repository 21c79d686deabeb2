// A client built on the SDK never gets its key banned. SDK and server share one fake clock.
import { document } from '@animal-store/contract';
import {
  AnimalStore,
  type AnimalStoreOptions,
  type Clock,
  RateLimitError,
} from '@animal-store/sdk';
import { FREE } from '../../support/fixed-quotas.js';
import { useServer } from '../../support/use-server.js';

const CALLS = 500;
/** The SDK is built with the ban of the contract, so the server must use it too. */
const { refusalsPerMinute, seconds } = document['x-rate-limit-ban'];

const server = useServer({
  edit: (contract) => Object.assign(contract['x-rate-limit-plans'], { free: FREE }),
});

/** The server's clock, which jumps to the end of a sleep after all responses in flight have arrived. */
function sharedClock(): Clock {
  return {
    now: () => server.clock.nowMs,
    async sleep(milliseconds) {
      const untilMs = Math.ceil(server.clock.nowMs + milliseconds);
      await new Promise((resolve) => setTimeout(resolve, 5));
      server.clock.nowMs = Math.max(server.clock.nowMs, untilMs);
    },
  };
}

async function codeOf(refusal: Response): Promise<string> {
  const body: unknown = await refusal.json();
  return typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : '?';
}

/** A client with this key, and its responses, counted by error code or status. */
function clientOf(apiKey: string, options: Partial<AnimalStoreOptions> = {}) {
  const counts: Record<string, number> = {};
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await globalThis.fetch(input, init);
    const code = response.ok ? String(response.status) : await codeOf(response.clone());
    counts[code] = (counts[code] ?? 0) + 1;
    return response;
  };
  const baseUrl = `${server.url}/v1`;
  const store = new AnimalStore({ baseUrl, apiKey, clock: sharedClock(), fetch, ...options });
  return { counts, store };
}

test(`when ${CALLS} calls start at once on a free key, then all succeed, and the key is never banned`, async () => {
  const { key } = await server.issueKey('free');
  const { counts, store } = clientOf(key);
  const startMs = server.clock.nowMs;

  const outcomes = await Promise.allSettled(Array.from({ length: CALLS }, () => store.listPets()));

  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(CALLS);
  expect(counts['200']).toBe(CALLS);
  expect(counts.key_banned).toBeUndefined();
  expect((server.clock.nowMs - startMs) / 60_000).toBeGreaterThan(CALLS / FREE.perMinute - 1);
});

test('when the daily quota is used up, then calls reject with RateLimitError at once and send nothing', async () => {
  const { key } = await server.issueKey('enterprise', { perMinute: 1000, perDay: 20 });
  const { counts, store } = clientOf(key);
  const outcomes = await Promise.allSettled(Array.from({ length: 100 }, () => store.listPets()));
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  expect(counts['200']).toBe(20);
  expect(refused).toHaveLength(80);
  for (const outcome of refused) {
    expect(outcome).toMatchObject({ reason: expect.any(RateLimitError) });
    expect(outcome).toMatchObject({ reason: { retryAt: new Date('2026-11-21T00:00:00Z') } });
  }
  expect(counts.rate_limited).toBeLessThan(refusalsPerMinute);
  expect(counts.key_banned).toBeUndefined();
});

test('when a key is banned nevertheless, then calls reject without requests until the ban ends', async () => {
  const { key } = await server.issueKey('enterprise', { perMinute: 1, perDay: 1000 });
  for (let count = 0; count <= refusalsPerMinute; count += 1) await server.call('/pets', { key });
  const { counts, store } = clientOf(key, { maxWaitSeconds: seconds - 1 });
  const retryAt = new Date(server.clock.nowMs + seconds * 1000);
  for (let count = 0; count < 5; count += 1)
    await expect(store.listPets()).rejects.toMatchObject({ code: 'key_banned', retryAt });
  expect(counts).toEqual({ key_banned: 1 });
});
