// The columns that `copy` copies from SQLite to PostgreSQL.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { hashApiKey } from '../../src/keys/api-key.js';
import { issueKey } from '../../src/keys/key-service.js';
import { createPostgresStore } from '../../src/storage/postgres/postgres-store.js';
import { openDatabase } from '../../src/storage/sqlite/open-database.js';
import { createSqliteStore } from '../../src/storage/sqlite/sqlite-store.js';
import { transferStore } from '../../src/storage/transfer/transfer.js';
import { describeIfService } from '../support/describe-if-service.js';
import { createDatabase, type TestDatabase } from '../support/postgres.js';

describeIfService('PostgreSQL')('copy to PostgreSQL', () => {
  let folder: string;
  let file: string;
  let database: TestDatabase;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'animal-store-copy-'));
    file = join(folder, 'store.db');
    openDatabase(file).close();
    inSqlite("INSERT INTO pets (name, category_id) VALUES ('Rex', 1), ('Bello', 2)");
    database = await createDatabase();
    await (await createPostgresStore(database.url)).close();
  });
  afterEach(async () => {
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  function inSqlite(sql: string): void {
    const sqlite = new Database(file);
    sqlite.exec(sql);
    sqlite.close();
  }
  const copy = () =>
    transferStore(
      file,
      database.url,
      () => {},
      () => {},
    );
  const petsInPostgres = async () =>
    (await database.query('SELECT * FROM pets ORDER BY id')).rows.length;

  test('when both sides have a further column, then its values are copied', async () => {
    inSqlite(`ALTER TABLE pets ADD COLUMN "group" TEXT;
      UPDATE pets SET "group" = 'dogs' WHERE id = 1;
      ALTER TABLE counters ADD COLUMN weight INTEGER NOT NULL DEFAULT 1;
      INSERT INTO counters VALUES ('address:192.0.2.1', 1, 2, 3, 4, 5, 6, 7, 8, 9, 9007199254740993)`);
    await database.query(
      'ALTER TABLE counters ADD COLUMN weight BIGINT NOT NULL; ALTER TABLE pets ADD COLUMN "group" TEXT',
    );
    await copy();
    const pets = await database.query('SELECT id, "group" FROM pets ORDER BY id');
    expect(pets.rows).toEqual([
      { id: '1', group: 'dogs' },
      { id: '2', group: null },
    ]);
    const counters = await database.query('SELECT weight FROM counters');
    expect(counters.rows).toEqual([{ weight: '9007199254740993' }]);
  });

  test('when the values of a further column differ afterwards, then the copy fails', async () => {
    inSqlite("ALTER TABLE pets ADD COLUMN nickname TEXT; UPDATE pets SET nickname = 'R'");
    await database.query(
      `ALTER TABLE pets ADD COLUMN nickname TEXT;
       CREATE FUNCTION change() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN NEW.nickname = 'other'; RETURN NEW; END $$;
       CREATE TRIGGER change BEFORE INSERT ON pets FOR EACH ROW EXECUTE FUNCTION change()`,
    );
    await expect(copy()).rejects.toThrow('pets is not the same on both sides');
  });

  test('when a key is restricted, then it is found with the same restrictions', async () => {
    const restrictions = {
      isReadOnly: true,
      isPublishable: true,
      origins: ['https://shop.example'],
    };
    const expiresMs = Date.now() + 86_400_000;
    const sqlite = createSqliteStore(file);
    const settings = { name: 'web', plan: 'free', quota: undefined, ...restrictions, expiresMs };
    const { key } = await issueKey(sqlite.keys, settings, Date.now());
    const [record] = await sqlite.keys.list(Date.now());
    await sqlite.close();
    await copy();
    const postgres = await createPostgresStore(database.url);
    expect(await postgres.keys.find(hashApiKey(key), Date.now())).toMatchObject(restrictions);
    expect(await postgres.keys.list(Date.now())).toEqual([record]);
    await postgres.close();
  });

  test('when a key has a history, then it is copied, and goes on after the copy', async () => {
    const sqlite = createSqliteStore(file);
    const settings = { name: 'shop', plan: 'free', quota: undefined };
    const { id } = await issueKey(sqlite.keys, settings, Date.now());
    await sqlite.keys.update(id, () => ({ plan: 'pro' }), Date.now());
    const history = await sqlite.keys.history(id);
    await sqlite.close();
    await copy();
    const postgres = await createPostgresStore(database.url);
    expect(await postgres.keys.history(id)).toEqual(history);
    await postgres.keys.revoke(id, Date.now());
    const actions = (await postgres.keys.history(id)).map(({ action }) => action);
    expect(actions).toEqual(['create', 'update', 'revoke']);
    await postgres.close();
  });

  test('when only SQLite has a column, then the copy is refused and names it', async () => {
    inSqlite('ALTER TABLE orders ADD COLUMN note TEXT');
    await expect(copy()).rejects.toThrow('the column orders.note exists only in SQLite');
    expect(await petsInPostgres()).toBe(0);
  });

  test('when only PostgreSQL has a column, then the copy is refused and names it', async () => {
    await database.query('ALTER TABLE api_keys ADD COLUMN owner TEXT');
    await expect(copy()).rejects.toThrow('the column api_keys.owner exists only in PostgreSQL');
    expect(await petsInPostgres()).toBe(0);
  });

  test('when SQLite has a further table, then it is copied like the others', async () => {
    inSqlite(
      "CREATE TABLE tags (id TEXT PRIMARY KEY, pet_id INTEGER) STRICT; INSERT INTO tags VALUES ('a', 1)",
    );
    await expect(copy()).rejects.toThrow('the column tags.id exists only in SQLite');
    await database.query('CREATE TABLE tags (id TEXT COLLATE "C" PRIMARY KEY, pet_id BIGINT)');
    await copy();
    expect((await database.query('SELECT * FROM tags')).rows).toEqual([{ id: 'a', pet_id: '1' }]);
  });
});
