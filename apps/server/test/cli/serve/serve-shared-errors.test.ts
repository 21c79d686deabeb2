// Errors that prevent a start on PostgreSQL and Redis: one line without the password.

import { MIGRATIONS } from '../../../src/storage/migrations.js';
import { describeIfService } from '../../support/describe-if-service.js';
import { createDatabase, type TestDatabase } from '../../support/postgres.js';
import { startPostgres } from '../../support/postgres-process.js';
import { runCli } from '../../support/run-cli.js';

const PASSWORD = 'not-to-be-printed';
/** The version of the newest schema. */
const NEWEST = MIGRATIONS.length;

async function startError(env: Record<string, string>): Promise<string> {
  const { exitCode, stdout, stderr } = await runCli(['serve'], { env: { PORT: '0', ...env } });
  expect(exitCode).toBe(1);
  expect(stdout + stderr).not.toContain(PASSWORD);
  expect(stderr).toMatch(/^animal-store: [^\n]+\n$/);
  return stderr;
}

test.each([
  ['mysql://u:not-to-be-printed@db/animals', '(got a URL with the scheme "mysql:")'],
  [
    'postgres://u:not-to-be-printed@db:x/animals',
    'DATABASE_URL must be file:PATH, postgres://HOST/DATABASE or :memory: (got an invalid URL with the scheme "postgres:")',
  ],
  [
    'postgres://u:/not-to-be-printed@db/animals',
    'DATABASE_URL must be a URL whose password has %2F in place of each / (got a URL with the scheme "postgres:")',
  ],
])('when DATABASE_URL is %s, then the start fails', async (url, line) => {
  expect(await startError({ DATABASE_URL: url })).toContain(line);
});

test.each([
  ['memcached://u:not-to-be-printed@cache', '(got a URL with the scheme "memcached:")'],
  ['redis://u:not-to-be-printed@cache:x', '(got an invalid URL with the scheme "redis:")'],
])('when RATE_LIMIT_URL is %s, then the start fails', async (url, line) => {
  expect(await startError({ DATABASE_URL: ':memory:', RATE_LIMIT_URL: url })).toContain(line);
});

test('when PostgreSQL refuses connections, then the start fails', async () => {
  const line = await startError({ DATABASE_URL: `postgres://u:${PASSWORD}@127.0.0.1:1/animals` });
  expect(line).toBe(
    'animal-store: cannot use postgres://127.0.0.1:1/animals: connect ECONNREFUSED 127.0.0.1:1\n',
  );
});

test('when the port of PostgreSQL is invalid, then the start and every command fail', async () => {
  const env = { DATABASE_URL: `postgres://u:${PASSWORD}@127.0.0.1/animals?port=99999` };
  expect(await startError(env)).toContain('cannot use postgres://127.0.0.1/animals: ');
  const listed = await runCli(['keys', 'list'], { env });
  expect(listed).toMatchObject({ exitCode: 1, stdout: '' });
  expect(listed.stderr).toContain('cannot use postgres://127.0.0.1/animals: ');
});

test('when the host of PostgreSQL cannot be resolved, then the start fails', async () => {
  const line = await startError({
    DATABASE_URL: `postgres://u:${PASSWORD}@nowhere.invalid/animals`,
  });
  expect(line).toContain('cannot use postgres://nowhere.invalid/animals: getaddrinfo');
});

test('when Redis refuses connections, then the start fails', async () => {
  const url = `redis://u:${PASSWORD}@127.0.0.1:1`;
  expect(await startError({ DATABASE_URL: ':memory:', RATE_LIMIT_URL: url })).toContain(
    '127.0.0.1:1',
  );
});

describeIfService('PostgreSQL')('with PostgreSQL', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createDatabase();
  });
  afterEach(() => database.drop());
  const migrate = () => runCli(['migrate'], { env: { DATABASE_URL: database.url } });

  test('when `migrate` runs on an empty database, then it creates the newest schema once', async () => {
    expect((await migrate()).stderr).toMatch(
      new RegExp(` did not exist, and was created at version ${NEWEST}\\.\n$`),
    );
    expect((await migrate()).stderr).toMatch(new RegExp(` is already at version ${NEWEST}\\.\n$`));
  });

  test('when the schema is newer, then the start fails', async () => {
    await migrate();
    await database.query('UPDATE animal_store_schema SET version = 99');
    expect(await startError({ DATABASE_URL: database.url })).toContain(
      `its schema version 99 is newer than ${NEWEST}, the newest that this program supports: upgrade the program`,
    );
  });

  test('when the database belongs to another program, then the start fails and changes nothing', async () => {
    await database.query('CREATE TABLE pets (other int)');
    expect(await startError({ DATABASE_URL: database.url })).toContain(
      'it belongs to another program',
    );
    const { rows } = await database.query(
      "SELECT count(*)::int AS count FROM information_schema.tables WHERE table_schema = 'public'",
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  test('when the password is wrong, then the start fails', async () => {
    const postgres = await startPostgres({ password: 'right' });
    try {
      const url = new URL(postgres.url);
      url.password = PASSWORD;
      expect(await startError({ DATABASE_URL: url.href })).toContain(
        'password authentication failed for user "postgres"',
      );
    } finally {
      await postgres.close();
    }
  });
});
