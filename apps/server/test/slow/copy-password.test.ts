// Password of the target of `copy`. It must not be an argument, because the process list shows arguments to every user.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeIfService } from '../support/describe-if-service.js';
import { startPostgres } from '../support/postgres-process.js';
import { createKey, runCli } from '../support/run-cli.js';
import type { ServiceProcess } from '../support/service-process.js';

const PASSWORD = 'not-to-be-printed';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'animal-store-copy-password-'));
  file = join(folder, 'store.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Shorter than the minute after which PostgreSQL gives up on a connection that does not authenticate. */
const TIMEOUT_MS = 30_000;

const copy = (to: string, env: Record<string, string> = {}) =>
  runCli(['copy', '--from', `file:${file}`, '--to', to], { env, timeoutMs: TIMEOUT_MS });

test.each([
  `postgres://u:${PASSWORD}@127.0.0.1:1/animals`,
  `postgres://u@127.0.0.1:1/animals?password=${PASSWORD}`,
])('when --to is %s, then it is refused with one line that names the alternatives', async (to) => {
  const { exitCode, stdout, stderr } = await copy(to);
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  expect(stderr).toMatch(
    /^animal-store: --to must not contain a password, [^\n]*PGPASSWORD[^\n]*PGPASSFILE[^\n]*\n$/,
  );
  expect(stderr).not.toContain(PASSWORD);
});

describeIfService('PostgreSQL')('when PostgreSQL requires a password', () => {
  let postgres: ServiceProcess;
  let url: URL;
  beforeEach(async () => {
    postgres = await startPostgres({ password: PASSWORD });
    url = new URL(postgres.url);
    url.password = '';
    await createKey({ file });
  });
  afterEach(() => postgres.close());

  test('and none is set, then nothing is copied', async () => {
    const { exitCode, stderr } = await copy(url.href, { HOME: folder });
    expect(exitCode).toBe(1);
    expect(stderr).toContain('password');
  });

  test.each(['PGPASSWORD', 'PGPASSFILE'])(
    'and %s sets it, then the copy succeeds',
    async (variable) => {
      const passFile = join(folder, 'pgpass');
      writeFileSync(passFile, `${url.hostname}:${url.port}:*:*:${PASSWORD}\n`, { mode: 0o600 });
      const value = variable === 'PGPASSWORD' ? PASSWORD : passFile;
      const { exitCode, stderr } = await copy(url.href, { [variable]: value });
      expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
      expect(stderr).toContain('copied and verified: 0 pets');
    },
  );
});
