// Backup and restore under adverse conditions: concurrent backups, invalid files, damaged write-ahead logs, open
// readers.
import { type FSWatcher, watch } from 'node:fs';
import { readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { spawnCli } from '../support/spawn-cli.js';
import { useTempStore } from '../support/use-temp-store.js';
import { createUnlimitedKey, hashFiles, readStore } from './inspect-store.js';
import { AcknowledgedWrites, startWriteLoad } from './write-load.js';

const MANY = 100_000;
const FEW = 500;
/** Pairs of concurrent backups. More are run until two have overlapped. */
const ROUNDS = 4;
const MAX_ROUNDS = 16;
const WAL_HEADER_BYTES = 32;
const THREE_GIB = 3 * 1024 ** 3;

const store = useTempStore();
const inFolder = (name: string) => join(store.folder, name);
const cli = (args: readonly string[]) => spawnCli(args, { file: store.file }).ended;

function add(count: number, prefix: string): void {
  const database = new Database(store.file);
  database
    .prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO pets (name, category_id) SELECT ? || '-' || i || printf('%.*c', 80, '.'), 1 FROM n`,
    )
    .run(count, prefix);
  database.close();
}

/** Kills a server after writes, so that they are still in the write-ahead log. */
async function serveAndKill(key: string): Promise<AcknowledgedWrites> {
  const server = await store.start();
  const writes = new AcknowledgedWrites();
  const writers = startWriteLoad({ url: server.url, key, count: 8, writes });
  await writers.waitForWrites(100);
  await writers.stop();
  await server.stop('SIGKILL');
  return writes;
}

async function errorOf(args: readonly string[], env = {}): Promise<string> {
  const { stdout, stderr, exitCode } = await spawnCli(args, { file: store.file, env }).ended;
  expect([stdout, exitCode]).toEqual(['', 1]);
  const lines = stderr.split('\n').filter((line) => line.startsWith('animal-store: '));
  expect(lines).toHaveLength(1);
  expect(stderr).not.toMatch(/^\s+at /m);
  return lines.join('');
}

async function unfinished(): Promise<string[]> {
  return (await readdir(store.folder)).filter((name) => name.includes('unfinished'));
}

describe('when backups compete for a name', () => {
  let watcher: FSWatcher;
  beforeEach(() => {
    watcher = watch(store.folder);
  });
  afterEach(() => watcher.close());

  test('and two start at once, then exactly one succeeds and is complete', async () => {
    await createUnlimitedKey(store);
    add(MANY, 'pet');
    const copies = new Set<string>();
    watcher.on('change', (_, name) => {
      if (String(name).endsWith('.unfinished')) copies.add(String(name));
    });
    let round = 0;
    for (; round < ROUNDS || (copies.size <= round && round < MAX_ROUNDS); round += 1) {
      const backup = inFolder(`backup-${round}.db`);
      const results = await Promise.all([cli(['backup', backup]), cli(['backup', backup])]);
      const written = results.filter(({ exitCode }) => exitCode === 0);
      expect(results.map(({ exitCode }) => exitCode).sort()).toEqual([0, 1]);
      expect(written[0]?.stderr).toContain('is written and verified');
      const refused = results.find(({ exitCode }) => exitCode === 1)?.stderr;
      expect(refused).toMatch(/^animal-store: .*exists/m);
      expect(refused).not.toContain('is written');
      const { names, integrity } = readStore(backup);
      expect([names.size, integrity]).toEqual([MANY, 'ok']);
      expect(await unfinished()).toEqual([]);
    }
    process.stdout.write(`backup: ${round} pairs, ${copies.size} copies were started\n`);
    expect(copies.size).toBeGreaterThan(round); // otherwise the backups did not overlap
  });

  test('and the name is taken before or during the backup, then the existing file stays unchanged', async () => {
    await createUnlimitedKey(store);
    add(MANY, 'pet');
    const before = inFolder('before.db');
    await writeFile(before, 'mine');
    expect(await errorOf(['backup', before])).toContain('exists already');
    expect(await readFile(before, 'utf8')).toBe('mine');

    const during = inFolder('during.db');
    const started = new Promise<void>((resolve) => {
      watcher.on('change', (_, name) => {
        if (String(name).endsWith('.unfinished')) resolve();
      });
    });
    const error = errorOf(['backup', during]);
    await started;
    await writeFile(during, 'mine', { flag: 'wx' });
    expect(await error).toContain(during);
    expect(await readFile(during, 'utf8')).toBe('mine');
    expect(await unfinished()).toEqual([]);
  });
});

describe('restore refuses, even with --force, and changes nothing, when the backup is', () => {
  const backups: [what: string, make: (file: string) => unknown, reason: RegExp][] = [
    ['an empty file', (file) => writeFile(file, ''), /it is empty/],
    ['a text file', (file) => writeFile(file, 'plain text, '.repeat(1000)), /not a database/],
    ["another program's database", (file) => createForeignDatabase(file, true), /another program/],
    ['an empty database', (file) => createForeignDatabase(file, false), /holds no store/],
    ['a folder', () => undefined, /it is a folder/],
    ['missing', (file) => rm(file, { force: true }), /there is no backup/],
  ];

  test.each(backups)('%s', async (what, make, reason) => {
    await createUnlimitedKey(store);
    add(FEW, 'old');
    const backup = what === 'a folder' ? store.folder : inFolder('backup.db');
    await make(backup);
    const before = await hashFiles(store.folder);
    for (const args of [
      ['restore', backup],
      ['restore', '--force', backup],
    ]) {
      const error = await errorOf(args);
      if (args.includes('--force')) expect(error).toMatch(reason);
      expect(error).toContain(args.includes('--force') ? backup : store.folder);
      expect(await hashFiles(store.folder)).toEqual(before);
    }
    const { names, integrity } = readStore(store.file);
    expect([names.size, integrity]).toEqual([FEW, 'ok']);
  });

  /** Version 0, as in any database without versions. */
  function createForeignDatabase(file: string, hasTable: boolean): void {
    const database = new Database(file);
    database.exec('CREATE TABLE other (value TEXT)');
    if (!hasTable) database.exec('DROP TABLE other');
    database.close();
  }
});

test('when the database is missing but its WAL exists, then restore needs --force and ignores that WAL', async () => {
  const key = await createUnlimitedKey(store);
  add(FEW, 'kept');
  const backup = inFolder('backup.db');
  expect((await cli(['backup', backup])).exitCode).toBe(0);
  const wanted = readStore(backup).names;
  const writes = await serveAndKill(key);
  const log = `${store.file}-wal`;
  expect((await stat(log)).size).toBeGreaterThan(0);
  await rm(store.file);

  const before = await hashFiles(store.folder);
  expect(await errorOf(['restore', backup])).toContain(log);
  expect(await hashFiles(store.folder)).toEqual(before);

  expect((await cli(['restore', '--force', backup])).exitCode).toBe(0);
  expect(readStore(store.file)).toEqual({ names: wanted, integrity: 'ok' });
  const server = await store.start();
  expect((await server.call('/pets', key)).status).toBe(200);
  expect(readStore(store.file)).toEqual({ names: wanted, integrity: 'ok' });
  expect(writes.missingFrom(wanted)).toHaveLength(writes.acknowledged.size);
});

test('when another program reads an old snapshot, then restore --force refuses and no animal is lost', async () => {
  await createUnlimitedKey(store);
  add(FEW, 'backup');
  const backup = inFolder('backup.db');
  expect((await cli(['backup', backup])).exitCode).toBe(0);
  const reader = new Database(store.file, { readonly: true });
  try {
    reader.exec('BEGIN; SELECT 1 FROM pets');
    add(MANY, 'later'); // goes into the WAL, where the reader keeps it
    expect((await stat(`${store.file}-wal`)).size).toBeGreaterThan(0);
    expect(await errorOf(['restore', '--force', backup])).toContain('another program has it open');
    expect(reader.prepare('SELECT count(*) FROM pets').pluck().get()).toBe(FEW);
    expect(await unfinished()).toEqual([]);
  } finally {
    reader.close();
  }
  const { names, integrity } = readStore(store.file);
  expect([names.size, integrity]).toEqual([FEW + MANY, 'ok']);
  expect((await cli(['restore', '--force', backup])).exitCode).toBe(0);
  expect(readStore(store.file).names.size).toBe(FEW);
});

describe('when the WAL of a killed server', () => {
  test('is truncated, then every command and serve refuse', async () => {
    const writes = await serveAndKill(await createUnlimitedKey(store));
    const log = `${store.file}-wal`;
    const content = await readFile(log);
    const backup = inFolder('backup.db');
    for (const length of [
      0,
      WAL_HEADER_BYTES,
      Math.floor(content.length / 2),
      content.length - 1,
    ]) {
      await writeFile(log, content.subarray(0, length));
      const before = await hashFiles(store.folder);
      const commands = [
        ['keys', 'list'],
        ['keys', 'create', '--plan', 'free', '--name', 'late'],
        ['backup', backup],
        ['restore', backup],
        ['migrate'],
        ['serve'],
      ];
      for (const args of commands) {
        const error = await errorOf(args, { PORT: '0' });
        if (args[0] !== 'restore') {
          expect(error).toContain('write-ahead log is damaged');
          expect(error).toContain(store.file);
        }
        expect(await hashFiles(store.folder)).toEqual(before);
      }
    }
    await writeFile(log, content); // the original WAL: nothing was discarded
    expect((await cli(['backup', backup])).exitCode).toBe(0);
    expect(writes.missingFrom(readStore(backup).names)).toEqual([]);
  });

  test.each([
    ['with its shared memory', true],
    ['without its shared memory', false],
  ])('exceeds 2 GiB, %s, then the store starts with every animal', async (_, hasIndex) => {
    const writes = await serveAndKill(await createUnlimitedKey(store));
    await truncate(`${store.file}-wal`, THREE_GIB); // sparse, so it needs no disk space
    if (!hasIndex) await rm(`${store.file}-shm`);
    const backup = inFolder('backup.db');
    expect(await cli(['backup', backup])).toMatchObject({ exitCode: 0 });
    expect(writes.missingFrom(readStore(backup).names)).toEqual([]);
    const server = await store.start();
    expect(writes.missingFrom(readStore(store.file).names)).toEqual([]);
    await server.stop();
  });
});
