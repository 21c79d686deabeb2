// What stops a start on PostgreSQL and Redis: one line that names what is wrong, and never the password.

import { describeIfService } from '../support/describe-if-service.js';
import { createDatabase, type TestDatabase } from '../support/postgres.js';
import { startPostgres } from '../support/postgres-process.js';
import { runCli } from '../support/run-cli.js';

const PASSWORD = 'not-to-be-told';

async function refusal(env: Record<string, string>): Promise<string> {
  const { exitCode, stdout, stderr } = await runCli(['serve'], { env: { PORT: '0', ...env } });
  expect(exitCode).toBe(1);
  expect(stdout + stderr).not.toContain(PASSWORD);
  expect(stderr).toMatch(/^animal-store: [^\n]+\n$/);
  return stderr;
}

test.each([
  ['mysql://u:not-to-be-told@db/animals', '(got a URL with the scheme "mysql:")'],
  [
    'postgres://u:not-to-be-told@db:x/animals',
    'DATABASE_URL must be file:PATH, postgres://HOST/DATABASE or :memory: (got an invalid URL with the scheme "postgres:")',
  ],
  [
    'postgres://u:/not-to-be-told@db/animals',
    'DATABASE_URL must be a URL whose password has %2F in place of each / (got a URL with the scheme "postgres:")',
  ],
])('DATABASE_URL=%s stops the start', async (url, line) => {
  expect(await refusal({ DATABASE_URL: url })).toContain(line);
});

test.each([
  ['memcached://u:not-to-be-told@cache', '(got a URL with the scheme "memcached:")'],
  ['redis://u:not-to-be-told@cache:x', '(got an invalid URL with the scheme "redis:")'],
])('RATE_LIMIT_URL=%s stops the start', async (url, line) => {
  expect(await refusal({ DATABASE_URL: ':memory:', RATE_LIMIT_URL: url })).toContain(line);
});

test('a PostgreSQL that nobody listens for stops the start', async () => {
  const line = await refusal({ DATABASE_URL: `postgres://u:${PASSWORD}@127.0.0.1:1/animals` });
  expect(line).toBe(
    'animal-store: cannot use postgres://127.0.0.1:1/animals: connect ECONNREFUSED 127.0.0.1:1\n',
  );
});

test('a port that is none stops the start, and every command', async () => {
  const env = { DATABASE_URL: `postgres://u:${PASSWORD}@127.0.0.1/animals?port=99999` };
  expect(await refusal(env)).toContain('cannot use postgres://127.0.0.1/animals: ');
  const listed = await runCli(['keys', 'list'], { env });
  expect(listed).toMatchObject({ exitCode: 1, stdout: '' });
  expect(listed.stderr).toContain('cannot use postgres://127.0.0.1/animals: ');
});

test('a host without an address stops the start', async () => {
  const line = await refusal({ DATABASE_URL: `postgres://u:${PASSWORD}@nowhere.invalid/animals` });
  expect(line).toContain('cannot use postgres://nowhere.invalid/animals: getaddrinfo');
});

test('a Redis that nobody listens for stops the start', async () => {
  const url = `redis://u:${PASSWORD}@127.0.0.1:1`;
  expect(await refusal({ DATABASE_URL: ':memory:', RATE_LIMIT_URL: url })).toContain('127.0.0.1:1');
});

describeIfService('PostgreSQL')('on PostgreSQL', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createDatabase();
  });
  afterEach(() => database.drop());
  const migrate = () => runCli(['migrate'], { env: { DATABASE_URL: database.url } });

  test('`migrate` brings an empty database to the newest schema, once', async () => {
    expect((await migrate()).stderr).toMatch(/ migrated from version 0 to 1\.\n$/);
    expect((await migrate()).stderr).toMatch(/ is already at version 1\.\n$/);
  });

  test('a database of a newer version stops the start', async () => {
    await migrate();
    await database.query('UPDATE animal_store_schema SET version = 99');
    expect(await refusal({ DATABASE_URL: database.url })).toContain(
      'it is of version 99, this program knows only 1: use a newer program',
    );
  });

  test('a database of another program stops the start, and is left as it was', async () => {
    await database.query('CREATE TABLE pets (whatever int)');
    expect(await refusal({ DATABASE_URL: database.url })).toContain(
      'it belongs to another program',
    );
    const { rows } = await database.query(
      "SELECT count(*)::int AS count FROM information_schema.tables WHERE table_schema = 'public'",
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  test('a wrong password stops the start', async () => {
    const own = await startPostgres({ password: 'right' });
    try {
      const url = new URL(own.url);
      url.password = PASSWORD;
      expect(await refusal({ DATABASE_URL: url.href })).toContain(
        'password authentication failed for user "postgres"',
      );
    } finally {
      await own.close();
    }
  });
});
