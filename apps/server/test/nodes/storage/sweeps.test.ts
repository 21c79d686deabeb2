// Deletion of old rows in batches, however many have accumulated.
import { describeEachStore } from '../../support/each-store.js';

const ROWS = 2_500;
const NUMBERS = `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${ROWS})`;

describeEachStore((context) => {
  const rowsOf = async (table: string) => (await context.query(`SELECT * FROM ${table}`)).length;

  test('when more counts of addresses are old than a batch has, then all go, and no other', async () => {
    for (const [prefix, lastUsedMs] of [
      ['address:old', 1],
      ['address:new', 1_000],
      ['key:old', 1],
    ])
      await context.query(
        `${NUMBERS} INSERT INTO counters SELECT '${prefix}' || n, 0, 0, 0, 0, 0, 0, 0, 0, ${lastUsedMs} FROM numbers`,
      );
    await context.store.counters.forget(1_000);
    expect(await rowsOf("counters WHERE subject LIKE 'address:old%'")).toBe(0);
    expect(await rowsOf('counters')).toBe(2 * ROWS);
  });

  test('when more usage is old than a batch deletes, then the next batches delete the rest', async () => {
    await context.query(
      `${NUMBERS} INSERT INTO usage SELECT 1, 'key_' || n, 'listPets', 2, 1 FROM numbers`,
    );
    const { usage } = context.store;
    const row = { day: 500, keyId: 'key', operation: 'listPets', statusClass: 2, requests: 1 };
    for (const [number, left] of [
      [1, 501],
      [2, 1],
    ] as const) {
      await usage.add({ writer: 'writer', number, rows: [row] }, 100);
      expect(await rowsOf('usage')).toBe(left);
    }
  });
});
