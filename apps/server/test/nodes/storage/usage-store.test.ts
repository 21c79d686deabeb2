// Usage in both databases: batches of several servers add up, and each counts once.
import type { UsageRow } from '@animal-store/engine/internal/storage/stores/usage-store';
import { collect } from '../../support/collect.js';
import { describeEachStore } from '../../support/each-store.js';

const DAY = 20_000;
const OLDEST = DAY - 399;

describeEachStore((context) => {
  const row = (requests: number, changes: Partial<UsageRow> = {}): UsageRow => ({
    day: DAY,
    keyId: 'key_1',
    operation: 'listPets',
    statusClass: 2,
    requests,
    ...changes,
  });
  const list = (day = DAY, filter: { keyId?: string; operation?: string } = {}) =>
    collect(
      context.store.usage.list({
        firstDay: day,
        lastDay: day,
        keyId: undefined,
        operation: undefined,
        ...filter,
      }),
    );

  test('when several servers write, then their requests add up', async () => {
    const other = await context.openAnother();
    await context.store.usage.add({ writer: 'a', number: 1, rows: [row(3)] }, OLDEST);
    await Promise.all([
      context.store.usage.add({ writer: 'a', number: 2, rows: [row(4)] }, OLDEST),
      other.usage.add({ writer: 'b', number: 1, rows: [row(10)] }, OLDEST),
    ]);
    expect(await list()).toEqual([row(17)]);
    expect(await other.usage.hasOperation('listPets')).toBe(true);
    expect(await other.usage.hasOperation('getPet')).toBe(false);
  });

  test('when a batch is written again, then it counts once', async () => {
    const batch = { writer: 'a', number: 1, rows: [row(3)] };
    await context.store.usage.add(batch, OLDEST);
    await Promise.all([
      context.store.usage.add(batch, OLDEST),
      (await context.openAnother()).usage.add(batch, OLDEST),
    ]);
    expect(await list()).toEqual([row(3)]);
    await context.store.usage.add({ ...batch, number: 2 }, OLDEST);
    expect(await list()).toEqual([row(6)]);
  });

  test('rows are kept apart by day, key, operation and status class, and listed in this order', async () => {
    const rows = [
      row(1, { day: DAY - 1 }),
      row(2, { operation: 'getPet' }),
      row(3),
      row(4, { statusClass: 5 }),
      row(5, { keyId: 'key_2' }),
    ];
    await context.store.usage.add({ writer: 'a', number: 1, rows }, OLDEST);
    expect(await list(DAY - 1)).toEqual(rows.slice(0, 1));
    expect(await list()).toEqual(rows.slice(1));
    expect(await list(DAY, { keyId: 'key_2' })).toEqual(rows.slice(4));
    expect(await list(DAY, { operation: 'getPet' })).toEqual(rows.slice(1, 2));
    expect(await list(DAY, { keyId: 'key_2', operation: 'getPet' })).toEqual([]);
  });

  test('when a batch is added, then the days before the oldest are deleted', async () => {
    const old = [row(1, { day: OLDEST - 1 }), row(2, { day: OLDEST })];
    await context.store.usage.add({ writer: 'a', number: 1, rows: old }, OLDEST - 1);
    expect(await list(OLDEST - 1)).toHaveLength(1);
    await context.store.usage.add({ writer: 'b', number: 1, rows: [row(1)] }, OLDEST);
    expect(await list(OLDEST - 1)).toEqual([]);
    expect(await list(OLDEST)).toHaveLength(1);
    await context.store.usage.add({ writer: 'b', number: 2, rows: [row(1)] }, DAY);
    expect(await context.query('SELECT id FROM usage_writers')).toEqual([{ id: 'b' }]);
  });
});
