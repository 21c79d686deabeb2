import { type IssuedKey, rotateKey } from '../../../src/keys/key-service.js';
import { BAN, FREE, withFixedQuotas } from '../../support/fixed-quotas.js';
import { START_MS, startServer, type TestServer } from '../../support/start-server.js';
import { rateOf } from '../rate-limit/rate-limit-headers.js';

let server: TestServer;
let old: IssuedKey;
beforeEach(async () => {
  server = await startServer({ edit: withFixedQuotas });
  old = await server.issueKey('free');
});
afterEach(() => server.close());

/** @param overlapMs How long older secrets stay valid. */
async function rotate(overlapMs: number): Promise<IssuedKey> {
  const rotated = await rotateKey(server.store.keys, old.id, server.clock.nowMs, overlapMs);
  if (rotated === undefined) throw new Error('the key was not rotated');
  return rotated;
}

const call = ({ key }: IssuedKey) => server.call('/pets', { key });
const statusOf = async (issued: IssuedKey) => (await call(issued)).status;

describe('a rotated key', () => {
  test('works from the next request on', async () => {
    expect(await statusOf(await rotate(0))).toBe(200);
  });

  test('keeps its id and has another secret', async () => {
    const fresh = await rotate(60_000);
    expect(fresh.id).toBe(old.id);
    expect(fresh.key).not.toBe(old.key);
    const records = await server.store.keys.list(server.clock.nowMs);
    expect(records.filter(({ id }) => id === old.id)).toHaveLength(1);
  });

  test('keeps its counts: both secrets share a quota', async () => {
    await call(old);
    const fresh = await rotate(60_000);
    expect(rateOf(await call(fresh)).remaining).toBe(FREE.perMinute - 2);
    expect(rateOf(await call(old)).remaining).toBe(FREE.perMinute - 3);
    expect(rateOf(await call(fresh)).remaining).toBe(FREE.perMinute - 4);
  });

  test('keeps its plan and its custom quota', async () => {
    old = await server.issueKey('enterprise', { perMinute: 7, perDay: 70 });
    const reply = await call(await rotate(0));
    expect(reply.headers.get('RateLimit-Policy')).toBe('"minute";q=7;w=60, "day";q=70;w=86400');
  });

  test('keeps its ban: a new secret does not end it', async () => {
    for (let index = 0; index < FREE.perMinute + BAN.refusalsPerMinute; index += 1) await call(old);
    const fresh = await rotate(60_000);
    for (const issued of [old, fresh]) {
      expect((await call(issued)).json.code).toBe('key_banned');
    }
    server.clock.nowMs = START_MS + BAN.seconds * 1000 - 1;
    expect((await call(fresh)).json.code).toBe('key_banned');
    server.clock.nowMs = START_MS + BAN.seconds * 1000;
    expect(await statusOf(fresh)).toBe(200);
  });
});

describe('the old secret', () => {
  test('works until the end of the overlap, to the millisecond', async () => {
    const overlapMs = 86_400_000;
    const fresh = await rotate(overlapMs);
    server.clock.nowMs = START_MS + overlapMs - 1;
    expect([await statusOf(old), await statusOf(fresh)]).toEqual([200, 200]);
    server.clock.nowMs = START_MS + overlapMs;
    expect([await statusOf(old), await statusOf(fresh)]).toEqual([401, 200]);
  });

  test('without an overlap is a 401 from the next request on', async () => {
    await rotate(0);
    expect(await statusOf(old)).toBe(401);
  });

  test('of an earlier rotation keeps its own expiry', async () => {
    const second = await rotate(60_000);
    server.clock.advance(30);
    const third = await rotate(3_600_000);
    server.clock.nowMs = START_MS + 59_999;
    expect(await statusOf(old)).toBe(200);
    server.clock.nowMs = START_MS + 60_000;
    expect([await statusOf(old), await statusOf(second), await statusOf(third)]).toEqual([
      401, 200, 200,
    ]);
    server.clock.nowMs = START_MS + 30_000 + 3_600_000;
    expect([await statusOf(second), await statusOf(third)]).toEqual([401, 200]);
  });

  test('expires earlier when a later rotation has a shorter overlap', async () => {
    await rotate(3_600_000);
    server.clock.advance(1);
    await rotate(10_000);
    server.clock.nowMs = START_MS + 11_000;
    expect(await statusOf(old)).toBe(401);
  });

  test('does not expire when another key is rotated', async () => {
    const other = await server.issueKey('free');
    await rotate(0);
    server.clock.advance(1_000_000);
    expect(await statusOf(other)).toBe(200);
  });
});

describe('revocation', () => {
  test('ends all secrets of a key at once, even during an overlap', async () => {
    const fresh = await rotate(3_600_000);
    await server.store.keys.revoke(old.id, server.clock.nowMs);
    expect([await statusOf(old), await statusOf(fresh)]).toEqual([401, 401]);
  });

  test('is permanent: neither a revoked nor an unknown key can be rotated', async () => {
    const { keys } = server.store;
    await keys.revoke(old.id, START_MS);
    expect(await rotateKey(keys, old.id, START_MS, 0)).toBeUndefined();
    expect(await rotateKey(keys, 'key_unknown', START_MS, 0)).toBeUndefined();
    expect(await statusOf(old)).toBe(401);
  });

  test('when repeated, then the first time is kept', async () => {
    const { keys } = server.store;
    expect(await keys.revoke(old.id, START_MS + 1)).toBe(true);
    expect(await keys.revoke(old.id, START_MS + 2)).toBe(true);
    expect(await keys.revoke('key_unknown', START_MS)).toBe(false);
    const record = (await keys.list(server.clock.nowMs)).find(({ id }) => id === old.id);
    expect(record?.revokedMs).toBe(START_MS + 1);
  });
});
