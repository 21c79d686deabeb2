// Migration of existing records, and the check that the schema fits the table definitions.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrationsFor } from '../../../src/storage/migrations.js';
import { createPostgresStore } from '../../../src/storage/postgres/postgres-store.js';
import { openDatabase } from '../../../src/storage/sqlite/open-database.js';
import { createSqliteStore } from '../../../src/storage/sqlite/sqlite-store.js';
import type { Store } from '../../../src/storage/store.js';
import { describeIfService } from '../../support/describe-if-service.js';
import { claimOf, createPet, describeEachStore } from '../../support/each-store.js';
import { createSchema } from '../../support/postgres.js';

const PETS = [
  { id: 1, name: '"é\\😀 \u2028', categoryId: 9223372036854775807n, status: 'sold' },
  { id: 2, name: "O'Malley", categoryId: -5 },
] as const;
/** In the first schema. The fingerprints are those of claimOf. */
const ROWS = `
  INSERT INTO pets (id, name, category_id, status) VALUES
    (1, '${PETS[0].name}', ${PETS[0].categoryId}, 'sold'), (2, 'O''Malley', -5, NULL);
  INSERT INTO idempotency_records (key_id, name, fingerprint, pet_id, created_ms) VALUES
    ('key', '1', FINGERPRINT, 1, ${Date.now()}), ('key', '2', FINGERPRINT, 2, ${Date.now()});`;
const FINGERPRINT = claimOf('').fingerprint.toString('hex');

async function expectReplays(store: Store): Promise<void> {
  for (const { categoryId, ...pet } of PETS) {
    const { id, name, ...status } = pet;
    const body = JSON.stringify({ id, name, categoryId: 0, ...status }).replace(
      '":0',
      `":${categoryId}`,
    );
    expect(await store.once(claimOf(`${id}`), createPet)).toEqual({
      outcome: 'replayed',
      response: { status: 201, headers: {}, body },
    });
  }
}

test('when a SQLite file has records of the first schema, then they are replayed with the same bytes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'animal-store-'));
  const file = join(folder, 'store.db');
  const before = openDatabase(file, migrationsFor('sqlite').slice(0, 1));
  before.exec(ROWS.replaceAll('FINGERPRINT', `x'${FINGERPRINT}'`));
  before.close();
  const store = createSqliteStore(file);
  await expectReplays(store);
  await store.close();
  rmSync(folder, { recursive: true });
});

describeIfService('PostgreSQL')('when PostgreSQL has records of the first schema', () => {
  test('then they are replayed with the same bytes', async () => {
    const schema = await createSchema();
    const [first] = migrationsFor('postgres');
    await schema.query(`${first};
      CREATE TABLE animal_store_schema (version BIGINT NOT NULL); INSERT INTO animal_store_schema VALUES (1);
      ${ROWS.replaceAll('FINGERPRINT', `'\\x${FINGERPRINT}'`)}`);
    const store = await createPostgresStore(schema.url);
    await expectReplays(store);
    await store.close();
    await schema.drop();
  });
});

describeEachStore((context) => {
  test.each([
    ['DROP TABLE orders', 'the table orders does not exist'],
    ['ALTER TABLE orders DROP COLUMN complete', 'the column orders.complete does not exist'],
    [
      'ALTER TABLE orders RENAME COLUMN ship_date TO quantity_2; ALTER TABLE orders RENAME COLUMN quantity TO ship_date; ALTER TABLE orders RENAME COLUMN quantity_2 TO quantity',
      /the column orders\.quantity has the type TEXT, not (INTEGER|BIGINT)/,
    ],
    [
      'ALTER TABLE orders DROP COLUMN ship_date; ALTER TABLE orders ADD COLUMN ship_date TEXT',
      'the column orders.ship_date must be NOT NULL',
    ],
    [
      "DROP INDEX pets_by_status; ALTER TABLE pets DROP COLUMN status; ALTER TABLE pets ADD COLUMN status TEXT NOT NULL DEFAULT ''",
      'the column pets.status is NOT NULL, but the property may be absent',
    ],
  ])('when the schema is changed by %s, then the store does not open', async (change, problem) => {
    for (const sql of change.split('; ')) await context.query(sql);
    const opened = context.openAnother();
    await expect(opened).rejects.toThrow(problem);
    await expect(opened).rejects.toThrow('add a migration to storage/migrations.ts');
  });
});
