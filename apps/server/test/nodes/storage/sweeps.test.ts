// Deletion of old rows in batches, however many have accumulated.
import { claimOf, createPet, describeEachStore } from '../../support/each-store.js';
import { waitUntil } from '../../support/wait-until.js';

const ROWS = 2_500;
const upTo = (count: number) =>
  `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})`;
const NUMBERS = upTo(ROWS);
/** Of expired idempotency records. SQLite deletes them on the event loop. */
const RECORDS_PER_BATCH: Readonly<Record<string, number>> = { SQLite: 100, PostgreSQL: 5_000 };

describeEachStore((context, name) => {
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

  describe('when more idempotency records have expired than a batch has', () => {
    const batch = RECORDS_PER_BATCH[name] ?? Number.NaN;
    const records = async () =>
      Number((await context.query('SELECT count(*) AS n FROM idempotency_records'))[0]?.n);
    const insert = (numbers: string, createdMs: number) =>
      context.query(
        `${numbers} INSERT INTO idempotency_records (key_id, name, fingerprint, created_ms, status, headers, body)
         SELECT 'key', 'of ${createdMs}: ' || n, ${name === 'SQLite' ? "x''" : "''"}, ${createdMs}, 201, '{}', '{}' FROM numbers`,
      );
    beforeEach(async () => {
      await insert(upTo(2.5 * batch), 1);
      await insert(upTo(1), Date.now()); // if all had expired, SQLite would doubt its clock
    });

    test('then each request deletes one batch after its response', async () => {
      for (const left of [2.5 * batch + 1, 1.5 * batch + 2, 0.5 * batch + 3, 4]) {
        expect(await records()).toBe(left);
        await context.store.once(claimOf(`new ${left}`), createPet);
        if (name === 'SQLite') expect(await records()).toBe(left + 1); // a commit blocks, so it is later
        await waitUntil(async () => (await records()) <= Math.max(left + 1 - batch, 5));
      }
    });

    test('then a request with the name of one that is not yet deleted takes effect', async () => {
      const claim = claimOf(`of 1: ${2 * batch}`, 'another request');
      expect(await context.store.once(claim, createPet)).toMatchObject({ outcome: 'done' });
      expect(await context.store.once(claim, createPet)).toMatchObject({ outcome: 'replayed' });
    });
  });
});
