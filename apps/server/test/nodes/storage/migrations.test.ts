// Migration of existing records, and the check that the schema fits the table definitions.
import { addRejectsBytes, createKeyOrigins, createOperatorTables } from '@animal-store/engine';
import { defineSchema } from '@animal-store/engine/internal/storage/schema';
import { issueKey } from '../../support/api-keys.js';
import { describeIfService } from '../../support/describe-if-service.js';
import { useDatabase } from '../../support/each-database.js';
import { describeEachStoreOf } from '../../support/each-store.js';
import { createPostgresStore } from '../../support/open-stores.js';

/** Makes the store one of another version. */
const AGE = {
  SQLite: (version: number) => `PRAGMA user_version = ${version}`,
  PostgreSQL: (version: number) => `UPDATE animal_store_schema SET version = ${version}`,
};
/** A table of its own, beside those of operators as they came to be since version 6. */
const THINGS = defineSchema(
  'animal_store',
  {
    things: {
      schema: 'Thing',
      ids: 'client',
      columns: { id: 'int64', count: 'integer', made: 'text', isNew: 'boolean', note: 'text?' },
    },
  },
  [
    (type) => `${createOperatorTables(type)}
      CREATE TABLE things (id ${type.int64} PRIMARY KEY, count ${type.integer} NOT NULL, made ${type.text} NOT NULL,
        is_new ${type.boolean} NOT NULL, note ${type.text});`,
    createKeyOrigins,
    addRejectsBytes,
  ],
);
const SHOP = 'https://shop.example';
const PREVIEW = 'https://*.preview.example';

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

describeEachStoreOf(THINGS, (context, name) => {
  const ageTo = AGE[name === 'SQLite' ? 'SQLite' : 'PostgreSQL'];

  test('when a store of version 6 is opened, then its live keys have origins, and its imports go on', async () => {
    const { keys, imports } = context.store;
    const file = { resource: 'things', hash: 'a'.repeat(64) };
    const begun = await imports.begin(file, Date.now());
    const settings = { name: 'test', plan: 'free', quota: undefined };
    const expiresMs = Date.now() + 86_400_000;
    await issueKey(keys, { ...settings, origins: [SHOP, PREVIEW], expiresMs }, Date.now());
    await issueKey(keys, { ...settings, origins: [SHOP] }, Date.now());
    await issueKey(keys, settings, Date.now());
    const gone = { ...settings, origins: ['https://gone.example'] };
    await keys.revoke((await issueKey(keys, gone, Date.now())).id, Date.now());
    for (const sql of [
      'DROP TABLE key_origins',
      'DROP INDEX usage_writers_by_day',
      'DROP INDEX counters_of_addresses',
      'CREATE INDEX counters_by_age ON counters (last_used_ms)',
      'ALTER TABLE imports DROP COLUMN rejects_bytes',
      ageTo(6),
    ])
      await context.query(sql);
    const upgraded = await context.openAnother();
    const asked = [SHOP, PREVIEW, 'https://gone.example'];
    const found = (nowMs: number) => upgraded.keys.findOrigins(asked, nowMs);
    expect(await found(Date.now())).toEqual(new Set([SHOP, PREVIEW]));
    expect(await found(expiresMs + 60_000)).toEqual(new Set([SHOP]));
    expect(await upgraded.imports.find(file)).toEqual(begun);
  });

  test('when the schema is from before the first release, then the store does not open', async () => {
    await context.query(ageTo(3));
    await expect(context.openAnother()).rejects.toThrow(
      'its schema version 3 is from before the first release: name a new database in DATABASE_URL, and import the data again',
    );
  });

  test.each([
    ['DROP TABLE things', 'the table things does not exist'],
    ['ALTER TABLE things DROP COLUMN is_new', 'the column things.is_new does not exist'],
    [
      'ALTER TABLE things RENAME COLUMN made TO x; ALTER TABLE things RENAME COLUMN count TO made; ALTER TABLE things RENAME COLUMN x TO count',
      /the column things\.count has the type TEXT, not (INTEGER|BIGINT)/,
    ],
    [
      'ALTER TABLE things DROP COLUMN made; ALTER TABLE things ADD COLUMN made TEXT',
      'the column things.made must be NOT NULL',
    ],
    [
      "ALTER TABLE things DROP COLUMN note; ALTER TABLE things ADD COLUMN note TEXT NOT NULL DEFAULT ''",
      'the column things.note is NOT NULL, but the property may be absent',
    ],
  ])('when the schema is changed by %s, then the store does not open', async (change, problem) => {
    for (const sql of change.split('; ')) await context.query(sql);
    const opened = context.openAnother();
    await expect(opened).rejects.toThrow(problem);
    await expect(opened).rejects.toThrow('append a migration');
  });
});
