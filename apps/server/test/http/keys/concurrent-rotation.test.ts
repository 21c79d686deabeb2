// Concurrent rotations and revocations of a key by several processes.
import { issueKey, rotateKey } from '../../../src/keys/key-service.js';
import type { KeyRecord } from '../../../src/model.js';
import { describeIfService } from '../../support/describe-if-service.js';
import { createPostgresStore, type Store } from '../../support/open-stores.js';
import { createSchema, type TestDatabase } from '../../support/postgres.js';
import { createKey } from '../../support/run-cli.js';
import { useTempStore } from '../../support/use-temp-store.js';

const PAIRS = 40;
const PLAN = { name: 'test', plan: 'free', quota: undefined };

describeIfService('PostgreSQL')('in PostgreSQL', () => {
  let testDatabase: TestDatabase;
  let stores: [Store, Store];
  beforeAll(async () => {
    testDatabase = await createSchema();
    stores = [
      await createPostgresStore(testDatabase.url),
      await createPostgresStore(testDatabase.url),
    ];
  });
  afterAll(async () => {
    await Promise.all(stores.map((store) => store.close()));
    await testDatabase.drop();
  });

  async function recordOf(id: string): Promise<KeyRecord | undefined> {
    return (await stores[0].keys.list(Date.now())).find((record) => record.id === id);
  }

  /** Runs `act` on PAIRS new keys, one after the other. */
  async function forEachKey(act: (id: string) => Promise<number>): Promise<number[]> {
    const found: number[] = [];
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const { id } = await issueKey(stores[0].keys, PLAN, Date.now());
      found.push(await act(id));
    }
    return found;
  }

  const rotateBoth = (id: string, overlapMs: number) =>
    Promise.all(stores.map(({ keys }) => rotateKey(keys, id, Date.now(), overlapMs)));

  test('when two rotations without overlap run at once, then one secret stays valid', async () => {
    const live = await forEachKey(async (id) => {
      const rotated = await rotateBoth(id, 0);
      expect(rotated).not.toContain(undefined);
      return (await recordOf(id))?.liveSecrets ?? -1;
    });
    expect(live).toEqual(Array(PAIRS).fill(1));
  });

  test('when two rotations with overlap run at once, then one secret has no expiry', async () => {
    const withoutExpiry = await forEachKey(async (id) => {
      await rotateBoth(id, 3_600_000);
      expect((await recordOf(id))?.liveSecrets).toBe(3);
      const { rows } = await testDatabase.query(
        'SELECT count(*)::int FROM api_key_secrets WHERE key_id = $1 AND expires_ms IS NULL',
        [id],
      );
      return rows[0]?.count;
    });
    expect(withoutExpiry).toEqual(Array(PAIRS).fill(1));
  });

  test('when a rotation and a revocation run at once, then no secret stays valid', async () => {
    const [first, second] = stores;
    const live = await forEachKey(async (id) => {
      const [rotated] = await Promise.all([
        rotateKey(first.keys, id, Date.now(), 0),
        second.keys.revoke(id, Date.now()),
      ]);
      expect(await rotateKey(first.keys, id, Date.now(), 0)).toBeUndefined();
      const { rows } = await testDatabase.query(
        'SELECT count(*)::int FROM api_key_secrets WHERE key_id = $1',
        [id],
      );
      // a rotation after the revocation added nothing, so only the first secret exists
      if (rotated === undefined) expect(rows).toEqual([{ count: 1 }]);
      return (await recordOf(id))?.liveSecrets ?? -1;
    });
    expect(live).toEqual(Array(PAIRS).fill(0));
  });
});

describe('in SQLite', () => {
  const store = useTempStore();
  const keys = (...args: string[]) => store.cli(['keys', ...args]);

  test('when several processes rotate at once, then one secret stays valid', async () => {
    await createKey(store);
    const list = async () => JSON.parse((await keys('list', '--json')).stdout);
    const [{ id }] = await list();
    for (let round = 0; round < 3; round += 1) {
      const rotated = await Promise.all(
        [1, 2].map(() => keys('rotate', String(id), '--overlap', '0s')),
      );
      expect(rotated.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
      expect(await list()).toMatchObject([{ id, liveSecrets: 1 }]);
    }
    await keys('rotate', String(id), '--overlap', '1h');
    expect(await list()).toMatchObject([{ id, liveSecrets: 2 }]);
    await keys('revoke', String(id));
    expect(await list()).toMatchObject([{ id, liveSecrets: 0 }]);
  });
});
