// `backup`: dated copies in a folder, of which the newest are kept, checks of a backup, and the time that is recorded.
import {
  chmod,
  copyFile,
  mkdir,
  readdir,
  readFile,
  rm,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { pino } from 'pino';
import { hashFiles } from '../faults/inspect-store.js';
import { parseScrape } from '../metrics/scrape.js';
import { collectLog, parseLine } from '../support/collect-log.js';
import { describeIfTool } from '../support/describe-if-tool.js';
import { querySqlite } from '../support/each-database.js';
import { useOtherUser } from '../support/other-user.js';
import { runCli } from '../support/run-cli.js';
import { useTempStore } from '../support/use-temp-store.js';

const store = useTempStore();
const inFolder = (...names: string[]) => join(store.folder, ...names);

/** Of a command that reads no database. */
const NOWHERE = { DATABASE_URL: 'postgres://nowhere.invalid/x' };

/** Backups of the store that are there already: three earlier ones, and one by a clock that was ahead. */
const OLD = ['20240101', '20240102', '20240103', '29990101'].map(
  (day) => `animal-store-${day}T020000Z.db`,
);
const OTHER_STORES = 'animal-store-20240101T010000Z.db';
const DAMAGED = 'animal-store-20240101T030000Z.db';
const OTHERS = ['animal-store-20240101T020000Z.db.x', 'animal-store-monday.db', 'notes.txt'];
const FOLDER = 'animal-store-20240102T030000Z.db';
const KEPT = [OTHER_STORES, DAMAGED, ...OTHERS, FOLDER];

async function backupFolder(): Promise<string> {
  const folder = inFolder('backups');
  await mkdir(join(folder, FOLDER), { recursive: true });
  const other = { DATABASE_URL: `file:${inFolder('other.db')}` };
  for (const env of [{}, other]) expect((await store.cli(['migrate'], env)).exitCode).toBe(0);
  await store.cli(['backup', join(folder, OTHER_STORES)], other);
  const [first = '', ...more] = OLD.map((name) => join(folder, name));
  await store.cli(['backup', first]);
  for (const backup of more) await copyFile(first, backup);
  for (const name of [...OTHERS, DAMAGED]) await writeFile(join(folder, name), '');
  await rm(`${store.file}-last-backup`);
  return folder;
}

describe('backup --keep', () => {
  test('when it succeeds, then as many backups of this store are left, and nothing else is deleted', async () => {
    const folder = await backupFolder();
    const { stdout, stderr, exitCode } = await store.cli(['backup', folder, '--keep', '3']);
    expect([stdout, exitCode]).toEqual(['', 0]);
    const [, written = ''] =
      /\/(animal-store-\d{8}T\d{6}Z\.db) is written and verified\.\n/.exec(stderr) ?? [];
    expect(stderr).toMatch(/older backups deleted: 2\n$/);
    const kept = [OLD[2] ?? '', written, OLD[3] ?? ''];
    expect((await readdir(folder)).sort()).toEqual([...KEPT, ...kept].sort());
    expect(await store.cli(['backup', join(folder, written), '--verify'])).toMatchObject({
      exitCode: 0,
    });
  });

  test('when the store itself is in the folder, named as a backup is, then it is not deleted', async () => {
    const folder = await backupFolder();
    const [oldest = ''] = OLD;
    const env = { DATABASE_URL: `file:${join(folder, oldest)}` };
    const { stderr } = await store.cli(['backup', folder, '--keep', '1'], env);
    expect(stderr).toMatch(/older backups deleted: 3\n$/);
    expect(await readdir(folder)).toContain(oldest);
  });

  test('when it fails, then nothing is deleted, and no time is recorded', async () => {
    const folder = await backupFolder();
    await truncate(store.file, 5_000);
    const { stderr, exitCode } = await store.cli(['backup', folder, '--keep', '1']);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^animal-store: cannot (back up|copy) [^\n]+\n$/m);
    expect((await readdir(folder)).sort()).toEqual([...OLD, ...KEPT].sort());
    expect(await readdir(store.folder)).not.toContain('store.db-last-backup');
  });

  test('when its path is no folder, then one line says so', async () => {
    await store.cli(['migrate']);
    for (const path of [inFolder('missing'), store.file])
      expect(await store.failureOf(['backup', path, '--keep', '3'])).toBe(
        `animal-store: ${path} is no folder; --keep needs one\n`,
      );
  });
});

test('when a backup is complete, then --verify says so, and reads nothing else', async () => {
  await store.cli(['migrate']);
  await store.cli(['backup', inFolder('backup.db')]);
  expect(await store.cli(['backup', inFolder('backup.db'), '--verify'], NOWHERE)).toEqual({
    stdout: '',
    stderr: `${inFolder('backup.db')} is complete.\n`,
    exitCode: 0,
  });
});

describeIfTool('mount')('when a backup or a store cannot be read', () => {
  const user = useOtherUser();

  test('then its permissions are named, and it is not called damaged', async () => {
    await store.cli(['migrate']);
    await store.cli(['backup', inFolder('backup.db')]);
    await chmod(store.folder, 0o777);
    const run = (...args: string[]) => runCli(args, { file: store.file, ...user });
    for (const [args, path] of [
      [['backup', inFolder('backup.db'), '--verify'], inFolder('backup.db')],
      [['restore', inFolder('backup.db'), '--force'], inFolder('backup.db')],
      [['backup', inFolder('second.db')], store.file],
      [['serve'], store.file],
    ] as const)
      expect(await run(...args)).toEqual({
        stdout: '',
        stderr: `animal-store: EACCES: permission denied, access '${path}'\n`,
        exitCode: 1,
      });
    expect((await run('doctor')).stdout).toContain(
      `failed   database  EACCES: permission denied, access '${store.file}'`,
    );
  });
});

describe('backup --verify and restore --force refuse, and change nothing, when the backup', () => {
  test.each<[what: string, make: (file: string) => unknown, reason: string]>([
    ['is empty', (file) => truncate(file), 'cannot be trusted: it is empty'],
    ['is a text', (file) => writeFile(file, 'text '.repeat(1000)), 'file is not a database'],
    ['is truncated', (file) => truncate(file, 20_480), 'malformed'],
    ['has an overwritten page', overwritePage, 'cannot be trusted: '],
    ['has an index that differs from its table', corruptIndex, 'missing from index'],
    ["is another program's database", (file) => createDatabase(file, true), 'another program'],
    ['is an empty database', (file) => createDatabase(file, false), 'it holds no store'],
    ['is a folder', () => undefined, 'cannot be trusted: it is a folder'],
    ['is missing', (file) => rm(file), 'there is no backup '],
  ])('%s', async (what, make, reason) => {
    await store.cli(['migrate']);
    const backup = inFolder('backup.db');
    await store.cli(['backup', backup]);
    store.sql("INSERT INTO pets (name, category_id) VALUES ('new', 1)");
    await make(backup);
    const before = await hashFiles(store.folder);
    const path = what === 'is a folder' ? store.folder : backup;
    for (const [args, env] of [
      [['backup', path, '--verify'], NOWHERE],
      [['restore', '--force', path], {}],
    ] as const) {
      const problem = await store.failureOf(args, env);
      expect(problem).toContain(path);
      expect(problem).toContain(reason);
    }
    expect(await hashFiles(store.folder)).toEqual(before);
  });

  async function overwritePage(file: string): Promise<void> {
    await writeFile(file, (await readFile(file)).fill(0xa5, 4096, 8192));
  }

  /** Version 0, as in any database without versions. */
  async function createDatabase(file: string, hasTable: boolean): Promise<void> {
    await rm(file);
    querySqlite(file, `CREATE TABLE other (value TEXT); ${hasTable ? '' : 'DROP TABLE other'}`);
  }
});

test('when there was no backup, then its metric is 0, and afterwards the time at which it began', async () => {
  const { stream, lines } = collectLog();
  await store.open({ METRICS_PORT: '0' }, pino(stream));
  const { metricsUrl } = lines.map(parseLine).find((line) => 'metricsUrl' in line) ?? {};
  const url = String(metricsUrl);
  const lastBackup = async () =>
    parseScrape(await (await fetch(url)).text()).get('animal_store_last_backup_timestamp_seconds');
  expect(await lastBackup()).toBe(0);
  const beforeMs = Date.now();
  await store.cli(['backup', inFolder('backup.db')]);
  const seconds = await lastBackup();
  expect(seconds).toBeGreaterThanOrEqual(beforeMs / 1_000);
  expect(seconds).toBeLessThanOrEqual(Date.now() / 1_000);
  const recorded = await readFile(`${store.file}-last-backup`, 'utf8');
  expect(Date.parse(recorded.trim()) / 1_000).toBe(seconds);
  await writeFile(`${store.file}-last-backup`, ''); // by a disk that was full
  expect(await lastBackup()).toBe(0);
});

/** Adds an animal while its index has another condition, so that the index lacks it. `quick_check` finds nothing. */
async function corruptIndex(file: string): Promise<void> {
  const setCondition = (from: string, to: string) => `PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = replace(sql, '${from}', '${to}') WHERE name = 'pets_by_status';
    PRAGMA writable_schema = RESET;`;
  const database = new Database(file);
  database.unsafeMode();
  database.exec(setCondition('IS NOT NULL', 'IS NULL'));
  database.exec("INSERT INTO pets (name, category_id, status) VALUES ('a', 1, 'sold')");
  database.exec(setCondition('IS NULL', 'IS NOT NULL'));
  database.close();
}
