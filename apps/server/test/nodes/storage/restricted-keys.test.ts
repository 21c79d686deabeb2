// Restrictions of keys in both databases, and what a node of the previous version makes of them.
import { generateApiKey, hashApiKey, isWellFormed } from '../../../src/keys/api-key.js';
import { type IssuedKey, issueKey, rotateKey } from '../../../src/keys/key-service.js';
import { type KeyRestrictions, UNRESTRICTED } from '../../../src/model.js';
import type { Store } from '../../../src/storage/store.js';
import { describeEachStore } from '../../support/each-store.js';

const FREE = { name: 'test', plan: 'free', quota: undefined };
const DAY_MS = 86_400_000;
const ORIGINS = ['https://shop.example', 'https://*.preview.example'];
const RESTRICTIONS: [string, Partial<KeyRestrictions>][] = [
  ['an expiry', { expiresMs: Date.now() + DAY_MS }],
  ['read-only', { isReadOnly: true }],
  ['origins', { origins: ORIGINS }],
  ['publishable', { isPublishable: true, isReadOnly: true, origins: ORIGINS }],
];

describeEachStore((context, name) => {
  const issue = (restrictions: Partial<KeyRestrictions>, store: Store = context.store) =>
    issueKey(store.keys, { ...FREE, ...restrictions }, Date.now());
  const callerOf = ({ key }: IssuedKey, nowMs = Date.now()) =>
    context.store.keys.find(hashApiKey(key), nowMs);
  const recordOf = async ({ id }: IssuedKey) =>
    (await context.store.keys.list(Date.now())).find((record) => record.id === id);

  test.each(RESTRICTIONS)(
    'when a key is issued with %s, then it is found with it',
    async (_, set) => {
      const issued = await issue(set);
      const { expiresMs, ...expected } = { ...UNRESTRICTED, ...set };
      expect(await callerOf(issued)).toEqual({
        id: issued.id,
        plan: 'free',
        quota: undefined,
        ...expected,
      });
      const record = await recordOf(issued);
      expect(record).toMatchObject({ ...expected, liveSecrets: 1 });
      // PostgreSQL stores times of its own clock
      expect(Math.abs((record?.expiresMs ?? 0) - (expiresMs ?? 0))).toBeLessThan(60_000);
    },
  );

  test('when a key has no restrictions, then it is found without any', async () => {
    expect(await callerOf(await issue({}))).toMatchObject({
      isReadOnly: false,
      isPublishable: false,
      origins: [],
    });
    expect((await recordOf(await issue({})))?.expiresMs).toBeUndefined();
  });

  test('when a key has expired, then it is not found, although it is cached', async () => {
    const expiresMs = Date.now() + DAY_MS;
    const issued = await issue({ expiresMs });
    expect(await callerOf(issued)).toBeDefined();
    expect(await callerOf(issued, expiresMs - 60_000)).toBeDefined();
    expect(await callerOf(issued, expiresMs + 60_000)).toBeUndefined();
    const [record] = await context.store.keys.list(expiresMs + 60_000);
    expect(record?.liveSecrets).toBe(0);
  });

  test.each(RESTRICTIONS)(
    'when a key with %s is rotated, then the new secret has it too',
    async (_, set) => {
      const old = await issue(set);
      const before = await callerOf(old);
      const fresh = await rotateKey(context.store.keys, old.id, Date.now(), 0);
      if (fresh === undefined) throw new Error('the key was not rotated');
      expect(await callerOf(fresh)).toEqual(before);
      expect(await callerOf(old)).toBeUndefined();
      expect(isWellFormed(fresh.key)).toBe(true);
      expect(fresh.key.startsWith('as_pub_')).toBe(set.isPublishable === true);
    },
  );

  test('when a key has expired, then it cannot be rotated', async () => {
    const issued = await issue({ expiresMs: Date.now() + DAY_MS });
    const laterMs = Date.now() + 2 * DAY_MS;
    expect(await rotateKey(context.store.keys, issued.id, laterMs, 0)).toBeUndefined();
    expect(await rotateKey(context.store.keys, issued.id, Date.now(), 0)).toBeDefined();
  });

  test('when the origins of a key are damaged, then the lookup fails', async () => {
    const issued = await issue({ origins: ORIGINS });
    for (const damaged of ['{}', '[1]', '[']) {
      await context.query(`UPDATE api_keys SET origins = '${damaged}'`);
      const { keys } = await context.openAnother();
      await expect(keys.find(hashApiKey(issued.key), Date.now())).rejects.toThrow();
    }
  });

  describe('a node of schema version 2', () => {
    /** The query by which it looks up a key. */
    const find = async (key: string) => {
      const hex = hashApiKey(key).toString('hex');
      return context.query(
        `SELECT id, plan, per_minute, per_day, expires_ms FROM api_key_secrets JOIN api_keys ON id = key_id
         WHERE hash = ${name === 'SQLite' ? `x'${hex}'` : `'\\x${hex}'`} AND revoked_ms IS NULL`,
      );
    };

    test('finds keys without restrictions', async () => {
      const issued = await issue({});
      expect(await find(issued.key)).toMatchObject([{ id: issued.id, plan: 'free' }]);
      const rotated = await rotateKey(context.store.keys, issued.id, Date.now(), 0);
      expect(await find(rotated?.key ?? '')).toHaveLength(1);
    });

    test.each(RESTRICTIONS)(
      'does not find a key with %s, before and after a rotation',
      async (_, set) => {
        const issued = await issue(set);
        expect(await find(issued.key)).toEqual([]);
        const rotated = await rotateKey(context.store.keys, issued.id, Date.now(), 0);
        expect(await find(rotated?.key ?? '')).toEqual([]);
      },
    );

    test('issues keys that newer nodes find', async () => {
      const key = generateApiKey();
      const hex = hashApiKey(key).toString('hex');
      await context.query(
        "INSERT INTO api_keys (id, name, plan, per_minute, per_day, created_ms) VALUES ('key_old', 'old', 'free', NULL, NULL, 1)",
      );
      await context.query(
        `INSERT INTO api_key_secrets (hash, key_id) VALUES (${name === 'SQLite' ? `x'${hex}'` : `'\\x${hex}'`}, 'key_old')`,
      );
      expect(await callerOf({ id: 'key_old', key })).toEqual({
        id: 'key_old',
        plan: 'free',
        quota: undefined,
        isReadOnly: false,
        isPublishable: false,
        origins: [],
      });
    });
  });
});
