// Migration of existing records, and the check that the schema fits the table definitions.
import { describeIfService } from '../../support/describe-if-service.js';
import { useDatabase } from '../../support/each-database.js';
import { describeEachStore } from '../../support/each-store.js';
import { createPostgresStore } from '../../support/open-stores.js';

/** Makes the store one of a version that was never released. */
const AGE = {
  SQLite: 'PRAGMA user_version = 3',
  PostgreSQL: 'UPDATE animal_store_schema SET version = 3',
};

describeIfService('PostgreSQL')('when ten nodes start at once on an empty database', () => {
  const database = useDatabase();

  test('then they create its schema and its secret once, and are all ready', async () => {
    const nodes = await Promise.all(
      Array.from({ length: 10 }, () => createPostgresStore(database.url)),
    );
    for (const node of nodes) await node.ping();
    expect((await database.query('SELECT * FROM animal_store_schema')).rows).toHaveLength(1);
    expect((await database.query('SELECT * FROM secrets')).rows).toHaveLength(1);
    await Promise.all(nodes.map((node) => node.close()));
  });
});

describeEachStore((context, name) => {
  test('when the schema is from before the first release, then the store does not open', async () => {
    await context.query(AGE[name === 'SQLite' ? 'SQLite' : 'PostgreSQL']);
    await expect(context.openAnother()).rejects.toThrow(
      'its schema version 3 is from before the first release: name a new database in DATABASE_URL, and import the data again',
    );
  });

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
    await expect(opened).rejects.toThrow('add a migration to migrations.ts');
  });
});
