// Restrictions of keys in both databases.
import { hashApiKey } from '@animal-store/engine/internal/keys/api-key';
import { type KeyRestrictions, UNRESTRICTED } from '@animal-store/engine/internal/model';
import { type IssuedKey, issueKey, isWellFormed, rotateKey } from '../../support/api-keys.js';
import { collect } from '../../support/collect.js';
import { describeEachStore } from '../../support/each-store.js';

const FREE = { name: 'test', plan: 'free', quota: undefined };
const DAY_MS = 86_400_000;
const ORIGINS = ['https://shop.example', 'https://*.preview.example'];
const RESTRICTIONS: [string, Partial<KeyRestrictions>][] = [
  ['no restriction', {}],
  ['an expiry', { expiresMs: Date.now() + DAY_MS }],
  ['read-only', { isReadOnly: true }],
  ['origins', { origins: ORIGINS }],
  ['publishable', { isPublishable: true, isReadOnly: true, origins: ORIGINS }],
];

describeEachStore((context) => {
  const issue = (restrictions: Partial<KeyRestrictions>) =>
    issueKey(context.store.keys, { ...FREE, ...restrictions }, Date.now());
  const callerOf = ({ key }: IssuedKey) => context.store.keys.find(hashApiKey(key), Date.now());
  const recordOf = async ({ id }: IssuedKey) =>
    (await collect(context.store.keys.list(Date.now()))).find((record) => record.id === id);

  test.each(RESTRICTIONS)(
    'when a key is issued with %s, then it and its next secret are found with that',
    async (_, set) => {
      const old = await issue(set);
      const { expiresMs, ...expected } = { ...UNRESTRICTED, ...set };
      const caller = { id: old.id, plan: 'free', quota: undefined, ...expected };
      expect(await callerOf(old)).toEqual(caller);
      const record = await recordOf(old);
      expect(record).toMatchObject({ ...expected, liveSecrets: 1 });
      // PostgreSQL stores times of its own clock
      expect(Math.abs((record?.expiresMs ?? 0) - (expiresMs ?? 0))).toBeLessThan(60_000);

      const fresh = await rotateKey(context.store.keys, old.id, Date.now(), 0);
      if (fresh === undefined) throw new Error('the key was not rotated');
      expect(await callerOf(fresh)).toEqual(caller);
      expect(await callerOf(old)).toBeUndefined();
      expect(isWellFormed(fresh.key)).toBe(true);
      expect(fresh.key.startsWith('as_pub_')).toBe(set.isPublishable === true);
    },
  );

  test('when keys with an origin are revoked, expire or get another expiry, then it is known while one lives', async () => {
    const { keys } = context.store;
    const known = async (nowMs = Date.now()) =>
      [...(await keys.findOrigins([...ORIGINS, 'https://other.example'], nowMs))].sort();
    const all = [...ORIGINS].sort();
    expect(await known()).toEqual([]);
    const first = await issue({ origins: ORIGINS });
    const second = await issue({ origins: [...ORIGINS], expiresMs: Date.now() + DAY_MS });
    expect(await known()).toEqual(all);
    await keys.revoke(first.id, Date.now());
    expect(await known()).toEqual(all);
    expect(await known(Date.now() + 2 * DAY_MS)).toEqual([]);
    await keys.update(second.id, () => ({ expiresMs: undefined }), Date.now());
    expect(await known(Date.now() + 2 * DAY_MS)).toEqual(all);
    await keys.revoke(second.id, Date.now());
    expect(await known()).toEqual([]);
    expect(await context.query('SELECT * FROM key_origins')).toEqual([]);
  });

  test('when the origins of a key are damaged, then the lookup fails', async () => {
    const issued = await issue({ origins: ORIGINS });
    for (const damaged of ['{}', '[1]', '[']) {
      await context.query(`UPDATE api_keys SET origins = '${damaged}'`);
      const { keys } = await context.openAnother();
      await expect(keys.find(hashApiKey(issued.key), Date.now())).rejects.toThrow();
    }
  });
});
