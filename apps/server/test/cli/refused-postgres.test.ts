// Databases of PostgreSQL that no command uses: in another encoding, of an old server, or without the rights that it takes.
import { randomUUID } from 'node:crypto';
import { describeIfService } from '../support/describe-if-service.js';
import { useDatabase } from '../support/each-database.js';
import { createDatabase, type TestDatabase } from '../support/postgres.js';
import { createKey } from '../support/run-cli.js';
import { useTempStore } from '../support/use-temp-store.js';

const store = useTempStore();

/** Every command that opens the database refuses it, with a line that has the reason, and makes nothing in it. */
async function expectRefused({ url, query }: TestDatabase, reason: string): Promise<void> {
  const listTables = () =>
    query(
      "SELECT relname FROM pg_class WHERE relnamespace > 16000 OR relnamespace = 'public'::regnamespace",
    );
  const before = await listTables();
  await store.cli(['migrate']);
  const env = { DATABASE_URL: url };
  for (const args of [
    ['migrate'],
    ['serve'],
    ['keys', 'create', '--plan', 'free', '--name', 'web'],
    ['usage'],
    ['copy', '--from', `file:${store.file}`, '--to', url],
  ])
    expect(await store.failureOf(args, env)).toContain(reason);
  const { stdout } = await store.cli(['doctor'], { ...env, PORT: '0' });
  expect(/^failed {3}database {2}.*\n/m.exec(stdout)?.[0]).toContain(reason);
  expect(stdout).toMatch(/^skipped {2}schema /m);
  expect((await listTables()).rows).toEqual(before.rows);
}

describeIfService('PostgreSQL')('in PostgreSQL', () => {
  test.each(['LATIN1', 'WIN1252', 'SQL_ASCII'])(
    'when the encoding is %s, then every command says so, and what to do',
    async (encoding) => {
      const database = await createDatabase(
        `TEMPLATE template0 ENCODING '${encoding}' LC_COLLATE 'C' LC_CTYPE 'C'`,
      );
      try {
        const advice = "create it with TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'";
        await expectRefused(database, `its encoding is ${encoding}: it must be UTF8; ${advice}\n`);
      } finally {
        await database.drop();
      }
    },
  );

  const database = useDatabase();

  test('when PostgreSQL is older than 15, then every command says so', async () => {
    await database.query(
      `CREATE SCHEMA old; CREATE FUNCTION old.current_setting(name text) RETURNS text LANGUAGE sql AS $$
         SELECT CASE name WHEN 'server_version' THEN '14.20' WHEN 'server_version_num' THEN '140020'
           ELSE pg_catalog.current_setting(name) END $$`,
    );
    const url = new URL(database.url);
    url.searchParams.set('options', '-c search_path=old,pg_catalog');
    await expectRefused({ ...database, url: url.href }, 'PostgreSQL 14.20 is too old: 15 or later');
  });

  describe('when the role has no rights on the store', () => {
    const role = `test_${randomUUID().replaceAll('-', '')}`;
    const asRole = (): TestDatabase => {
      const url = new URL(database.url);
      url.username = role;
      return { ...database, url: url.href };
    };
    const grant = `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA "public" TO "${role}"`;

    beforeEach(async () => {
      await database.query(`CREATE ROLE ${role} LOGIN`);
      await store.cli(['migrate'], { DATABASE_URL: database.url });
    });
    afterEach(() => database.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`));

    test('then every command says so, whatever single table it may read, and with them it serves', async () => {
      for (const sql of ['SELECT', `GRANT SELECT ON animal_store_schema, api_keys TO ${role}`]) {
        await database.query(sql);
        await expectRefused(asRole(), `the role "${role}" has no rights on the table "`);
      }
      expect(await store.failureOf(['usage'], { DATABASE_URL: asRole().url })).toContain(grant);

      await database.query(grant);
      const env = { DATABASE_URL: asRole().url };
      const node = await store.open(env);
      const response = await node.call('/pets', await createKey({ env }), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'once' },
        body: '{"name":"ハチ公","categoryId":1}',
      });
      expect([response.status, await response.json()]).toMatchObject([201, { name: 'ハチ公' }]);
      expect((await store.cli(['doctor'], { ...env, PORT: '0' })).stdout).not.toMatch(/^failed/m);
      await node.close();
    });

    test('then every command says so, if it may not use the schema', async () => {
      await database.query(`REVOKE USAGE ON SCHEMA public FROM PUBLIC`);
      const reason = `the role "${role}" may use no schema of its search_path ("$user", public)`;
      await expectRefused(asRole(), reason);
    });
  });
});
