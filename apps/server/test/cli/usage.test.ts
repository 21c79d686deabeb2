// `usage`: what servers have counted.
import { dayOf } from '@animal-store/core/rate-limit';
import { operationIds } from '../support/contract-values.js';
import { fakeSweepTimer, restoreSweepTimer } from '../support/fake-sweep-timer.js';
import { createKey } from '../support/run-cli.js';
import { useTempStore } from '../support/use-temp-store.js';

const store = useTempStore();
const usage = (...args: string[]) => store.cli(['usage', ...args]);
async function readUsage(...args: string[]): Promise<Record<string, unknown>[]> {
  return JSON.parse((await usage('--json', ...args)).stdout);
}

const TODAY = dayOf(Date.now());
const dateOf = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10);

test('when 10 seconds have passed, or a server stops, then its requests are stored, and count once', async () => {
  const key = await createKey(store);
  fakeSweepTimer(); // a server stores its counts by such a timer, too
  try {
    const server = await store.open();
    await Promise.all(Array.from({ length: 20 }, () => server.call('/pets', key)));
    expect(await readUsage()).toEqual([]);
    jest.advanceTimersByTime(10_000);
    let rows: Record<string, unknown>[] = [];
    for (let tries = 0; tries < 1_000 && rows.length === 0; tries += 1) rows = await readUsage();
    expect(rows).toMatchObject([{ operation: 'listPets', requests: 20 }]);
    await server.call('/pets', key);
    await server.call('/nothing', key);
    await server.close();
  } finally {
    restoreSweepTimer();
  }
  expect(await readUsage()).toEqual([
    expect.objectContaining({ operation: 'listPets', statusClass: '2xx', requests: 21 }),
    expect.objectContaining({ operation: 'no-operation', statusClass: '4xx', requests: 1 }),
  ]);
});

describe('with requests of two keys', () => {
  beforeEach(async () => {
    await store.cli(['migrate']);
    store.sql(`
      INSERT INTO api_keys (id, name, plan, created_ms, is_read_only, is_publishable)
        VALUES ('key_a', 'Ann\u202e', 'pro', 1, 0, 0), ('key_b', 'Bob', 'free', 2, 0, 0);
      INSERT INTO usage VALUES
        (${TODAY}, 'key_a', 'listPets', 2, 1500), (${TODAY}, 'key_a', 'listPets', 5, 1),
        (${TODAY - 1}, 'key_a', 'removedOperation', 4, 10), (${TODAY}, 'key_b', 'listPets', 2, 2000),
        (${TODAY - 30}, 'key_b', 'createPet', 2, 7);`);
  });

  test('prints a row for each operation of each key, the busiest key first', async () => {
    const { stdout, stderr, exitCode } = await usage();
    expect([stderr, exitCode]).toEqual(['', 0]);
    expect(stdout.split('\n')).toEqual([
      'key    plan  name  operation         requests  errors',
      'key_b  free  Bob   listPets          2,000     0.0 %',
      'key_a  pro   Ann?  listPets          1,501     0.1 %',
      'key_a  pro   Ann?  removedOperation  10        100.0 %',
      '',
    ]);
  });

  test('with a key, prints its operations by day', async () => {
    const { stdout } = await usage('--key', 'key_a');
    expect(stdout.split('\n').slice(1)).toEqual([
      `key_a  pro   Ann?  ${dateOf(TODAY)}  listPets          1,501     0.1 %`,
      `key_a  pro   Ann?  ${dateOf(TODAY - 1)}  removedOperation  10        100.0 %`,
      '',
    ]);
  });

  test('when it has filters, then JSON has the rows that match all of them', async () => {
    const row = { day: dateOf(TODAY), statusClass: '2xx', operation: 'listPets' };
    const ann = { ...row, key: 'key_a', name: 'Ann\u202e', plan: 'pro' };
    const bob = { ...row, key: 'key_b', name: 'Bob', plan: 'free' };
    // without a period, because other requests are left out
    expect(await readUsage('--operation', 'listPets', '--days', '1')).toEqual([
      { ...ann, requests: 1500 },
      { ...ann, statusClass: '5xx', requests: 1 },
      { ...bob, requests: 2000 },
    ]);
    expect((await readUsage('--key', 'key_a'))[0]).not.toHaveProperty('from');
    expect(await readUsage('--operation', 'createPet')).toEqual([]);
    expect(await readUsage('--operation', 'createPet', '--days', '31')).toHaveLength(1);
    expect(await readUsage('--operation', 'removedOperation', '--key', 'key_a')).toHaveLength(1);
  });

  test.each([
    ['longer than requests are stored', 400, TODAY - 30],
    ['of which every day was counted', 10, TODAY - 9],
  ])(
    'when the days are %s, then JSON has the period that was counted',
    async (...[, days, from]) => {
      const rows = await readUsage('--days', String(days));
      expect(rows).not.toEqual([]);
      for (const row of rows) expect(row).toMatchObject({ from: dateOf(from), to: dateOf(TODAY) });
    },
  );

  test('when there are none, or no such operation, then one line on stderr says so', async () => {
    expect(await usage('--key', 'key_b', '--operation', 'removedOperation')).toEqual({
      stdout: '',
      stderr: `no requests from ${dateOf(TODAY - 29)} to ${dateOf(TODAY)}.\n`,
      exitCode: 0,
    });
    const unknown = await store.failureOf(['usage', '--operation', 'sellPet', '--json']);
    expect(unknown).toContain('operation "sellPet" does not exist');
    expect(unknown).toContain(['no-operation', ...operationIds()].sort().join(', '));
  });
});
