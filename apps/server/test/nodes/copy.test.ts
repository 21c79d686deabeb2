// copy: columns that it copies from SQLite to PostgreSQL, and the password of its target, which must be no argument.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashApiKey } from '@animal-store/engine/internal/keys/api-key';
import { acquireServerLock } from '@animal-store/engine/internal/storage/postgres/postgres-server-lock';
import { defineSchema } from '@animal-store/engine/internal/storage/schema';
import { openDatabase } from '@animal-store/engine/internal/storage/sqlite/files/open-database';
import { transferStore } from '@animal-store/engine/internal/storage/transfer';
import { MIGRATIONS } from '../../src/migrations.js';
import { type Resources, TABLES } from '../../src/tables.js';
import { issueKey } from '../support/api-keys.js';
import { collect } from '../support/collect.js';
import { describeIfService } from '../support/describe-if-service.js';
import { useDatabase } from '../support/each-database.js';
import { createPostgresStore, createSqliteStore } from '../support/open-stores.js';
import { shop } from '../support/plain-shop.js';
import { queryOnce } from '../support/postgres.js';
import { startPostgres } from '../support/postgres-process.js';
import { createKey, runCli } from '../support/run-cli.js';
import type { ServiceProcess } from '../support/service-process.js';
import { useTempStore } from '../support/use-temp-store.js';

const store = useTempStore();

describeIfService('PostgreSQL')('copy to PostgreSQL', () => {
  const database = useDatabase();
  beforeEach(async () => {
    openDatabase(store.file, shop.schema).close();
    store.sql("INSERT INTO pets (name, category_id) VALUES ('Rex', 1), ('Bello', 2)");
    await (await createPostgresStore(database.url)).close();
  });
  const copy = (schema = shop.schema) => transferStore(store.file, database.url, schema, () => {});

  test('when the tables have a further column, then its values are copied', async () => {
    const { columns, ...pets } = TABLES.pets;
    const tables = {
      ...TABLES,
      pets: { ...pets, columns: { ...columns, group: 'text?' as const } },
    };
    const migrations = [...MIGRATIONS, () => 'ALTER TABLE pets ADD COLUMN "group" TEXT'];
    const schema = defineSchema<Resources>('animal_store', tables, migrations);
    openDatabase(store.file, schema).close();
    store.sql(`UPDATE pets SET "group" = 'dogs' WHERE id = 1;
      INSERT INTO counters VALUES ('address:192.0.2.1', 1, 2, 3, 4, 5, 6, 7, 8, 9007199254740993)`);
    await copy(schema);
    const copied = await database.query('SELECT id, "group" FROM pets ORDER BY id');
    expect(copied.rows).toEqual([
      { id: '1', group: 'dogs' },
      { id: '2', group: null },
    ]);
    const counters = await database.query('SELECT last_used_ms FROM counters');
    expect(counters.rows).toEqual([{ last_used_ms: '9007199254740993' }]);
  });

  test('when values differ afterwards, then the copy fails', async () => {
    await database.query(
      `CREATE FUNCTION change() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN NEW.name = 'other'; RETURN NEW; END $$;
       CREATE TRIGGER change BEFORE INSERT ON pets FOR EACH ROW EXECUTE FUNCTION change()`,
    );
    await expect(copy()).rejects.toThrow('pets is not the same on both sides');
  });

  test('when a key is restricted, then its restrictions and its history are copied, and the latter goes on', async () => {
    const origins = ['https://shop.example'];
    const restrictions = { isReadOnly: true, isPublishable: true, origins };
    const expiresMs = Date.now() + 86_400_000;
    const sqlite = createSqliteStore(store.file);
    const settings = { name: 'web', plan: 'free', quota: undefined, ...restrictions, expiresMs };
    const { id, key } = await issueKey(sqlite.keys, settings, Date.now());
    await sqlite.keys.update(id, () => ({ plan: 'pro' }), Date.now());
    const [record] = await collect(sqlite.keys.list(Date.now()));
    const history = await collect(sqlite.keys.history(id));
    await sqlite.close();
    await copy();
    const postgres = await createPostgresStore(database.url);
    expect(await postgres.keys.find(hashApiKey(key), Date.now())).toMatchObject(restrictions);
    expect(await collect(postgres.keys.list(Date.now()))).toEqual([record]);
    expect(await collect(postgres.keys.history(id))).toEqual(history);
    await postgres.keys.revoke(id, Date.now());
    const actions = (await collect(postgres.keys.history(id))).map(({ action }) => action);
    expect(actions).toEqual(['create', 'update', 'revoke']);
    await postgres.close();
  });

  test('when a column or a table would not be copied, then the copy is refused and names it', async () => {
    await database.query('ALTER TABLE api_keys ADD COLUMN owner TEXT');
    await expect(copy()).rejects.toThrow('PostgreSQL has the column api_keys.owner, ');
    store.sql('ALTER TABLE orders ADD COLUMN note TEXT');
    await expect(copy()).rejects.toThrow('SQLite has the column orders.note, ');
    store.sql(
      'ALTER TABLE orders DROP COLUMN note; CREATE TABLE tags (id TEXT PRIMARY KEY) STRICT',
    );
    await expect(copy()).rejects.toThrow('SQLite has the column tags.id, ');
    expect((await database.query('SELECT * FROM pets')).rows).toEqual([]);
  });

  test('when a server uses the database, then the copy is refused', async () => {
    const lock = await acquireServerLock(database.url, 'shared');
    await expect(copy()).rejects.toThrow('a server or another copy is using it');
    await lock.release();
  });

  test('when PostgreSQL has tables of others, then the copy leaves them alone', async () => {
    await database.query('CREATE TABLE others AS SELECT 1 AS a');
    await copy();
    expect((await database.query('SELECT * FROM others')).rows).toEqual([{ a: 1 }]);
  });
});

const PASSWORD = 'not-to-be-printed';

/** Shorter than the minute after which PostgreSQL gives up on a connection that does not authenticate. */
const TIMEOUT_MS = 30_000;

const copy = (to: string, env: Record<string, string> = {}) =>
  runCli(['copy', '--from', `file:${store.file}`, '--to', to], { env, timeoutMs: TIMEOUT_MS });

test.each([
  `postgres://u:${PASSWORD}@127.0.0.1:1/animals`,
  `postgres://u@127.0.0.1:1/animals?password=${PASSWORD}`,
])('when --to is %s, then it is refused with one line that names the alternatives', async (to) => {
  const problem = await store.failureOf(['copy', '--from', `file:${store.file}`, '--to', to]);
  expect(problem).toMatch(/ --to must not contain a password, .*PGPASSWORD.*PGPASSFILE/);
  expect(problem).not.toContain(PASSWORD);
});

describeIfService('PostgreSQL')('when PostgreSQL requires a password', () => {
  let postgres: ServiceProcess;
  let url: URL;
  beforeAll(async () => {
    postgres = await startPostgres({ password: PASSWORD });
    url = new URL(postgres.url);
    url.password = '';
  });
  afterAll(() => postgres.close());
  beforeEach(async () => {
    await queryOnce(postgres.url, 'DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    await createKey(store);
  });

  test('and none is set, then nothing is copied', async () => {
    const { exitCode, stderr } = await copy(url.href, { HOME: store.folder });
    expect(exitCode).toBe(1);
    expect(stderr).toContain('password');
  });

  test.each(['PGPASSWORD', 'PGPASSFILE'])(
    'and %s sets it, then the copy succeeds',
    async (variable) => {
      const passFile = join(store.folder, 'pgpass');
      writeFileSync(passFile, `${url.hostname}:${url.port}:*:*:${PASSWORD}\n`, { mode: 0o600 });
      const value = variable === 'PGPASSWORD' ? PASSWORD : passFile;
      const { exitCode, stderr } = await copy(url.href, { [variable]: value });
      expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
      expect(stderr).toMatch(/copied and verified: .*\b0 pets/);
    },
  );
});
