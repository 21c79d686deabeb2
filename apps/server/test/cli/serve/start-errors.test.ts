// Errors that prevent a start: one line that says what to change, without a stack or a password. Those of damaged files are in
// faults/damaged-files.test.ts.
import { mkdir, readdir } from 'node:fs/promises';
import { shop } from '../../../src/shop.js';
import { describeIfService } from '../../support/describe-if-service.js';
import { useDatabase } from '../../support/each-database.js';
import { startPostgres } from '../../support/postgres-process.js';
import { runCli } from '../../support/run-cli.js';
import { useTempStore } from '../../support/use-temp-store.js';

const PASSWORD = 'not-to-be-printed';
/** The version of the newest schema. */
const NEWEST = shop.schema.version;

const store = useTempStore();

async function expectStartError(env: Record<string, string>, reason: string): Promise<void> {
  const problem = await store.failureOf(['serve'], env);
  expect(problem).not.toContain(PASSWORD);
  expect(problem).toContain(reason);
  expect(await readdir(store.folder)).not.toContain('store.db-wal'); // no connection is left open
}

test.each([
  ['PORT', '65536', 'PORT must be a port from 0 to 65535 (got "65536")'],
  ['DATABASE_URL', `mysql://u:${PASSWORD}@db/a`, '(got a URL with the scheme "mysql:")'],
  ['DATABASE_URL', `postgres://u:${PASSWORD}@db:x/a`, 'an invalid URL with the scheme "postgres:"'],
  ['RATE_LIMIT_URL', `redis://u:${PASSWORD}@127.0.0.1:1`, '127.0.0.1:1'],
])('when %s is %s, then the start fails', async (name, value, reason) => {
  await expectStartError({ DATABASE_URL: ':memory:', [name]: value }, reason);
});

test.each([
  ['127.0.0.1:1/animals', 'connect ECONNREFUSED 127.0.0.1:1\n'],
  ['nowhere.invalid/animals', 'getaddrinfo'],
  ['127.0.0.1/animals?port=99999', ''],
])('when PostgreSQL cannot be used at %s, then the start fails', async (address, reason) => {
  const where = `postgres://${address.replace(/\?.*/, '')}`;
  const env = { DATABASE_URL: `postgres://u:${PASSWORD}@${address}` };
  await expectStartError(env, `cannot use ${where}: ${reason}`);
});

test('when DATABASE_URL names a folder, then the start fails', async () => {
  await mkdir(store.file);
  await expectStartError({}, `cannot open the database ${store.file}`);
});

test('when its address cannot be listened on, then the start fails, and leaves no store', async () => {
  const { port } = await store.open({ DATABASE_URL: ':memory:' });
  await expectStartError(
    { PORT: String(port) },
    `port ${port} on 127.0.0.1 is already in use; stop the process that uses it, or set PORT to another port`,
  );
  for (const [HOST, reason] of [
    ['nothing.invalid', 'ENOTFOUND nothing.invalid'],
    ['192.0.2.1', 'EADDRNOTAVAIL'], // of no machine
  ] as const) {
    await expectStartError({ HOST }, reason);
    await expectStartError({ HOST }, '; set HOST to an address of this machine');
  }
  expect(await readdir(store.folder)).toEqual([]);
});

describeIfService('PostgreSQL')('with PostgreSQL', () => {
  const database = useDatabase();
  const envOf = () => ({ DATABASE_URL: database.url });

  test('when the schema is the newest, then `migrate` leaves it; when it is newer, then the start fails', async () => {
    for (const outcome of ['did not exist, and was created', 'is already'])
      expect((await store.cli(['migrate'], envOf())).stderr).toMatch(
        new RegExp(` ${outcome} at version ${NEWEST}\\.\n$`),
      );
    await database.query('UPDATE animal_store_schema SET version = 99');
    await expectStartError(
      envOf(),
      `its schema version 99 is newer than ${NEWEST}, the newest that this program supports: upgrade the program`,
    );
  });

  test('when the database belongs to another program, then the start fails and changes nothing', async () => {
    await database.query('CREATE TABLE pets (other int)');
    await expectStartError(envOf(), 'it belongs to another program');
    const { rows } = await database.query(
      "SELECT count(*)::int AS count FROM information_schema.tables WHERE table_schema = 'public'",
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  test.each(['prefer', 'require', 'verify-ca', 'verify-full'])(
    'when sslmode is %s and PostgreSQL has no TLS, then a command says that alone',
    async (mode) => {
      const env = { DATABASE_URL: `${database.url}?application_name=a&sslmode=${mode}` };
      const { stderr } = await runCli(['keys', 'list'], { env }); // a process prints each warning once
      expect(stderr).toMatch(/^animal-store: .*: The server does not support SSL connections\n$/);
    },
  );

  test('when the password is wrong, then the start fails', async () => {
    const postgres = await startPostgres({ password: 'right' });
    try {
      const url = new URL(postgres.url);
      url.password = PASSWORD;
      const reason = 'password authentication failed for user "postgres"';
      await expectStartError({ DATABASE_URL: url.href }, reason);
    } finally {
      await postgres.close();
    }
  });
});
