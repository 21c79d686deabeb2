// Rotation of keys: how long each secret works, and what the secrets of a key share.
import { type IssuedKey, rotateKey } from '../../support/api-keys.js';
import { BAN, withFixedQuotas } from '../../support/fixed-quotas.js';
import { START_MS } from '../../support/start-time.js';
import { useServer } from '../../support/use-server.js';
import { rateOf } from '../rate-limit/rate-limit-headers.js';

const QUOTA = { perMinute: 4, perDay: 70 };

const server = useServer({ edit: withFixedQuotas });
let old: IssuedKey;
beforeEach(async () => {
  old = await server.issueKey('enterprise', QUOTA);
});

/** @param overlapMs How long older secrets stay valid. */
async function rotate(overlapMs: number): Promise<IssuedKey> {
  const rotated = await rotateKey(server.store.keys, old.id, server.clock.nowMs, overlapMs);
  if (rotated === undefined) throw new Error('the key was not rotated');
  return rotated;
}

const call = ({ key }: IssuedKey) => server.call('/pets', { key });
const statusesAt = async (ms: number, ...secrets: IssuedKey[]) => {
  server.clock.nowMs = START_MS + ms;
  return (await Promise.all(secrets.map(call))).map(({ status }) => status);
};

test('when a key is rotated, then its secrets share its quota and its ban', async () => {
  await call(old);
  const fresh = await rotate(600_000);
  expect(fresh).toMatchObject({ id: old.id });
  expect(fresh.key).not.toBe(old.key);
  for (const [remaining, secret] of [fresh, old, fresh].map((one, n) => [2 - n, one] as const))
    expect(rateOf(await call(secret))).toMatchObject({ limit: 4, remaining });
  for (let index = 0; index < BAN.refusalsPerMinute; index += 1) await call(old);
  const latest = await rotate(600_000);
  for (const secret of [old, fresh, latest])
    expect((await call(secret)).json.code).toBe('key_banned');
  expect(await statusesAt(BAN.seconds * 1000 - 1, latest)).toEqual([429]);
  expect(await statusesAt(BAN.seconds * 1000, latest)).toEqual([200]);
});

test('when a key is rotated again, then each old secret ends with its own overlap, at most the later', async () => {
  old = await server.issueKey('business');
  const other = await server.issueKey('free');
  const second = await rotate(60_000);
  server.clock.advance(30);
  const third = await rotate(3_600_000);
  const secrets = [old, second, third];
  expect(await statusesAt(59_999, ...secrets)).toEqual([200, 200, 200]);
  expect(await statusesAt(60_000, ...secrets)).toEqual([401, 200, 200]);
  const fourth = await rotate(10_000);
  expect(await statusesAt(69_999, second, third, fourth)).toEqual([200, 200, 200]);
  expect(await statusesAt(70_000, second, third, fourth)).toEqual([401, 401, 200]);
  const last = await rotate(0);
  expect(await statusesAt(70_000, fourth, last, other)).toEqual([401, 200, 200]);
});

test('when a key is revoked, then all its secrets are a 401, and it cannot be rotated', async () => {
  const { keys } = server.store;
  const fresh = await rotate(3_600_000);
  for (let count = 0; count <= QUOTA.perMinute + BAN.refusalsPerMinute; count += 1) await call(old);
  expect((await call(old)).json.code).toBe('key_banned');
  expect(await keys.revoke(old.id, START_MS + 1)).toBe(true);
  expect(await statusesAt(1, old, fresh)).toEqual([401, 401]);
  expect(await keys.revoke(old.id, START_MS + 2)).toBe(true); // the first time is kept
  expect((await keys.get(old.id, START_MS))?.revokedMs).toBe(START_MS + 1);
  for (const id of [old.id, 'key_unknown'])
    expect(await rotateKey(keys, id, START_MS, 0)).toBeUndefined();
  expect(await keys.revoke('key_unknown', START_MS)).toBe(false);
});
