// Concurrent rotations and revocations of a key by several processes.
import { issueKey, rotateKey } from '../support/api-keys.js';
import { collect } from '../support/collect.js';
import { describeEachStore } from '../support/each-store.js';
import type { Store } from '../support/open-stores.js';
import { createKey, runCli } from '../support/run-cli.js';
import { useTempStore } from '../support/use-temp-store.js';

const PAIRS = 15;
const PLAN = { name: 'test', plan: 'free', quota: undefined };

describeEachStore((context) => {
  let stores: [Store, Store];
  beforeEach(async () => {
    stores = [context.store, await context.openAnother()];
  });

  const rotate = ({ keys }: Store, id: string, overlapMs: number) =>
    rotateKey(keys, id, Date.now(), overlapMs);
  async function secretsOf(id: string) {
    const record = (await collect(stores[0].keys.list(Date.now()))).find((one) => one.id === id);
    const rows = await context.query(
      `SELECT expires_ms FROM api_key_secrets WHERE key_id = '${id}'`,
    );
    const lasting = rows.filter((row) => row.expires_ms === null).length;
    return { live: record?.liveSecrets, all: rows.length, lasting };
  }

  test.each([
    ['without overlap', 0, 1],
    ['with overlap', 3_600_000, 3],
  ])('when two rotations %s run at once, then one secret lasts', async (_, overlapMs, live) => {
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const { id } = await issueKey(stores[0].keys, PLAN, Date.now());
      const rotated = await Promise.all(stores.map((store) => rotate(store, id, overlapMs)));
      expect(rotated).not.toContain(undefined);
      expect(await secretsOf(id)).toEqual({ live, all: 3, lasting: 1 });
    }
  });

  test('when a rotation and a revocation run at once, then no secret stays valid', async () => {
    const [first, second] = stores;
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const { id } = await issueKey(first.keys, PLAN, Date.now());
      const [rotated] = await Promise.all([
        rotate(first, id, 0),
        second.keys.revoke(id, Date.now()),
      ]);
      expect(await rotate(first, id, 0)).toBeUndefined();
      // a rotation after the revocation added nothing, so only the first secret exists
      const all = rotated === undefined ? 1 : 2;
      expect(await secretsOf(id)).toMatchObject({ live: 0, all });
    }
  });
});

describe('in SQLite', () => {
  const store = useTempStore();

  test('when several processes rotate at once, then one secret stays valid', async () => {
    await createKey(store);
    const list = async () => JSON.parse((await store.cli(['keys', 'list', '--json'])).stdout);
    const [{ id }] = await list();
    const rotate = () => runCli(['keys', 'rotate', String(id), '--overlap', '0s'], store);
    const rotated = await Promise.all([rotate(), rotate(), rotate()]);
    expect(rotated.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
    expect(await list()).toMatchObject([{ id, liveSecrets: 1 }]);
  });
});
