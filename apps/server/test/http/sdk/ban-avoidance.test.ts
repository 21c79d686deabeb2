// A client built on the SDK never gets its key banned. SDK and server share one fake clock.
import { document } from '@animal-store/contract';
import { AnimalStore, type Clock, RateLimitError } from '@animal-store/sdk';
import { FREE } from '../../support/fixed-quotas.js';
import { startServer, type TestServer } from '../../support/start-server.js';

const CALLS = 500;
/** The SDK is built with the ban of the contract, so the server must use it too. */
const { refusalsPerMinute, seconds } = document['x-rate-limit-ban'];

let server: TestServer;
beforeEach(async () => {
  server = await startServer({
    edit: (contract) => Object.assign(contract['x-rate-limit-plans'], { free: FREE }),
  });
});
afterEach(() => server.close());

/** The server's clock, which jumps to the end of a sleep after all responses in flight have arrived. */
function sharedClock(): Clock & { slept: number[] } {
  const slept: number[] = [];
  return {
    slept,
    now: () => server.clock.nowMs,
    async sleep(milliseconds) {
      const untilMs = Math.ceil(server.clock.nowMs + milliseconds);
      await new Promise((resolve) => setTimeout(resolve, 5));
      slept.push(milliseconds);
      server.clock.nowMs = Math.max(server.clock.nowMs, untilMs);
    },
  };
}

async function codeOf(refusal: Response): Promise<string> {
  const body: unknown = await refusal.json();
  return typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : '?';
}

/** Counts responses by error code or status. */
function countingFetch() {
  const counts: Record<string, number> = {};
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await globalThis.fetch(input, init);
    const code = response.ok ? String(response.status) : await codeOf(response.clone());
    counts[code] = (counts[code] ?? 0) + 1;
    return response;
  };
  return { counts, fetch };
}

test(`when ${CALLS} calls start at once on a free key, then all succeed over the minutes and the key is never banned`, async () => {
  const { key } = await server.issueKey('free');
  const { counts, fetch } = countingFetch();
  const store = new AnimalStore({
    baseUrl: `${server.url}/v1`,
    apiKey: key,
    clock: sharedClock(),
    fetch,
  });
  const startMs = server.clock.nowMs;

  const outcomes = await Promise.allSettled(Array.from({ length: CALLS }, () => store.listPets()));

  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(CALLS);
  expect(counts['200']).toBe(CALLS);
  expect(counts.key_banned).toBeUndefined();
  expect((server.clock.nowMs - startMs) / 60_000).toBeGreaterThan(CALLS / FREE.perMinute - 1);
  process.stdout.write(
    `sdk quota: ${CALLS} calls at once on a free key: ${JSON.stringify(counts)} in ${(server.clock.nowMs - startMs) / 1000} s of its clock\n`,
  );
});

test('when the daily quota is used up, then calls reject with RateLimitError at once and send nothing', async () => {
  const { key } = await server.issueKey('enterprise', { perMinute: 1000, perDay: 20 });
  const { counts, fetch } = countingFetch();
  const store = new AnimalStore({
    baseUrl: `${server.url}/v1`,
    apiKey: key,
    clock: sharedClock(),
    fetch,
  });
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
  const { counts, fetch } = countingFetch();
  const store = new AnimalStore({
    baseUrl: `${server.url}/v1`,
    apiKey: key,
    clock: sharedClock(),
    maxWaitSeconds: seconds - 1,
    fetch,
  });
  const retryAt = new Date(server.clock.nowMs + seconds * 1000);
  for (let count = 0; count < 5; count += 1)
    await expect(store.listPets()).rejects.toMatchObject({ code: 'key_banned', retryAt });
  expect(counts).toEqual({ key_banned: 1 });
});

test('when the response to a POST is lost, then the retry does not add a second animal', async () => {
  let resets = 0;
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await globalThis.fetch(input, init);
    if (init?.method !== 'POST' || resets > 0) return response;
    resets += 1;
    await response.arrayBuffer();
    throw new TypeError('connection reset');
  };
  const store = new AnimalStore({
    baseUrl: `${server.url}/v1`,
    apiKey: server.key,
    clock: sharedClock(),
    fetch,
  });
  const { data, response } = await store.createPet({ name: 'Once', categoryId: 1 }).withResponse();
  expect(resets).toBe(1);
  expect(response.headers.get('idempotency-replayed')).toBe('true');
  await expect(store.listPets()).resolves.toMatchObject({ items: [data] });
});
