// Owns the tests of backups and restores that somebody or something works against: a race for a name, files that are no
// backups, logs that are left over, cut short or huge, a reader who does not let go.
import { type FSWatcher, watch } from 'node:fs';
import { readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { spawnCli } from '../support/spawn-cli.js';
import { useTempStore } from '../support/use-temp-store.js';
import { createRoomyKey, readStored, snapshot } from './stored.js';
import { Ledger, startWriters } from './writers.js';

const MANY = 100_000;
const FEW = 500;
/** Of two that are started together; more if one was always done before the other began. */
const ROUNDS = 4;
const MOST_ROUNDS = 16;
const LOG_HEADER_BYTES = 32;
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

/** Ends a server by SIGKILL, so that what it acknowledged is in the log. */
async function serveAndKill(key: string): Promise<Ledger> {
  const server = await store.start();
  const ledger = new Ledger();
  const writers = startWriters({ url: server.url, key, count: 8, ledger });
  await writers.acknowledge(100);
  await writers.stop();
  await server.stop('SIGKILL');
  return ledger;
}

async function refusalOf(args: readonly string[], env = {}): Promise<string> {
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

describe('a backup', () => {
  let watcher: FSWatcher;
  beforeEach(() => {
    watcher = watch(store.folder);
  });
  afterEach(() => watcher.close());

  test('when two are made to one name at once, then exactly one is, and it is whole', async () => {
    await createRoomyKey(store);
    add(MANY, 'pet');
    const copies = new Set<string>();
    watcher.on('change', (_, name) => {
      if (String(name).endsWith('.unfinished')) copies.add(String(name));
    });
    let round = 0;
    for (; round < ROUNDS || (copies.size <= round && round < MOST_ROUNDS); round += 1) {
      const backup = inFolder(`backup-${round}.db`);
      const results = await Promise.all([cli(['backup', backup]), cli(['backup', backup])]);
      const written = results.filter(({ exitCode }) => exitCode === 0);
      expect(results.map(({ exitCode }) => exitCode).sort()).toEqual([0, 1]);
      expect(written[0]?.stderr).toContain('is written and verified');
      const refused = results.find(({ exitCode }) => exitCode === 1)?.stderr;
      expect(refused).toMatch(/^animal-store: .*exists/m);
      expect(refused).not.toContain('is written');
      const { names, integrity } = readStored(backup);
      expect([names.size, integrity]).toEqual([MANY, 'ok']);
      expect(await unfinished()).toEqual([]);
    }
    process.stdout.write(`backup: ${round} pairs, ${copies.size} copies were begun\n`);
    expect(copies.size).toBeGreaterThan(round); // otherwise there was no race
  });

  test('when the name is taken, before or meanwhile, then what has it stays as it is', async () => {
    await createRoomyKey(store);
    add(MANY, 'pet');
    const before = inFolder('before.db');
    await writeFile(before, 'mine');
    expect(await refusalOf(['backup', before])).toContain('exists already');
    expect(await readFile(before, 'utf8')).toBe('mine');

    const meanwhile = inFolder('meanwhile.db');
    const begun = new Promise<void>((resolve) => {
      watcher.on('change', (_, name) => {
        if (String(name).endsWith('.unfinished')) resolve();
      });
    });
    const refusal = refusalOf(['backup', meanwhile]);
    await begun;
    await writeFile(meanwhile, 'mine', { flag: 'wx' });
    expect(await refusal).toContain(meanwhile);
    expect(await readFile(meanwhile, 'utf8')).toBe('mine');
    expect(await unfinished()).toEqual([]);
  });
});

describe('restore refuses, also with --force, and leaves the store as it is, where the backup is', () => {
  const makers: [what: string, make: (file: string) => unknown, reason: RegExp][] = [
    ['an empty file', (file) => writeFile(file, ''), /it is empty/],
    ['a text', (file) => writeFile(file, 'dear diary, '.repeat(1000)), /not a database/],
    ["another program's database", (file) => makeForeign(file, true), /another program/],
    ['a database with nothing in it', (file) => makeForeign(file, false), /holds no store/],
    ['a folder', () => undefined, /it is a folder/],
    ['not there', (file) => rm(file, { force: true }), /there is no backup/],
  ];

  test.each(makers)('%s', async (what, make, reason) => {
    await createRoomyKey(store);
    add(FEW, 'old');
    const backup = what === 'a folder' ? store.folder : inFolder('backup.db');
    await make(backup);
    const before = await snapshot(store.folder);
    for (const args of [
      ['restore', backup],
      ['restore', '--force', backup],
    ]) {
      const refusal = await refusalOf(args);
      if (args.includes('--force')) expect(refusal).toMatch(reason);
      expect(refusal).toContain(args.includes('--force') ? backup : store.folder);
      expect(await snapshot(store.folder)).toEqual(before);
    }
    const { names, integrity } = readStored(store.file);
    expect([names.size, integrity]).toEqual([FEW, 'ok']);
  });

  /** Of version 0, as any program has it that does not count versions. */
  function makeForeign(file: string, hasTable: boolean): void {
    const database = new Database(file);
    database.exec('CREATE TABLE diary (day TEXT)');
    if (!hasTable) database.exec('DROP TABLE diary');
    database.close();
  }
});

test('when the database is gone, but not its log, then restore wants --force, and takes up nothing of that log', async () => {
  const key = await createRoomyKey(store);
  add(FEW, 'kept');
  const backup = inFolder('backup.db');
  expect((await cli(['backup', backup])).exitCode).toBe(0);
  const wanted = readStored(backup).names;
  const ledger = await serveAndKill(key);
  const log = `${store.file}-wal`;
  expect((await stat(log)).size).toBeGreaterThan(0);
  await rm(store.file);

  const before = await snapshot(store.folder);
  expect(await refusalOf(['restore', backup])).toContain(log);
  expect(await snapshot(store.folder)).toEqual(before);

  expect((await cli(['restore', '--force', backup])).exitCode).toBe(0);
  expect(readStored(store.file)).toEqual({ names: wanted, integrity: 'ok' });
  const server = await store.start();
  expect((await server.call('/pets', key)).status).toBe(200);
  expect(readStored(store.file)).toEqual({ names: wanted, integrity: 'ok' });
  expect(ledger.missingFrom(wanted)).toHaveLength(ledger.acknowledged.size);
});

test('when another program reads an older state of the store, then restore --force refuses, and the store has every animal', async () => {
  await createRoomyKey(store);
  add(FEW, 'backup');
  const backup = inFolder('backup.db');
  expect((await cli(['backup', backup])).exitCode).toBe(0);
  const reader = new Database(store.file, { readonly: true });
  try {
    reader.exec('BEGIN; SELECT 1 FROM pets');
    add(MANY, 'later'); // into the log, where it has to stay
    expect((await stat(`${store.file}-wal`)).size).toBeGreaterThan(0);
    expect(await refusalOf(['restore', '--force', backup])).toContain(
      'another program has it open',
    );
    expect(reader.prepare('SELECT count(*) FROM pets').pluck().get()).toBe(FEW);
    expect(await unfinished()).toEqual([]);
  } finally {
    reader.close();
  }
  const { names, integrity } = readStored(store.file);
  expect([names.size, integrity]).toEqual([FEW + MANY, 'ok']);
  expect((await cli(['restore', '--force', backup])).exitCode).toBe(0);
  expect(readStored(store.file).names.size).toBe(FEW);
});

describe("when a killed server's log", () => {
  test('is cut short, then every command refuses, and so does serve afterwards', async () => {
    const ledger = await serveAndKill(await createRoomyKey(store));
    const log = `${store.file}-wal`;
    const whole = await readFile(log);
    const backup = inFolder('backup.db');
    for (const length of [0, LOG_HEADER_BYTES, Math.floor(whole.length / 2), whole.length - 1]) {
      await writeFile(log, whole.subarray(0, length));
      const before = await snapshot(store.folder);
      const commands = [
        ['keys', 'list'],
        ['keys', 'create', '--plan', 'free', '--name', 'late'],
        ['backup', backup],
        ['restore', backup],
        ['migrate'],
        ['serve'],
      ];
      for (const args of commands) {
        const refusal = await refusalOf(args, { PORT: '0' });
        if (args[0] !== 'restore') {
          expect(refusal).toContain('write-ahead log is damaged');
          expect(refusal).toContain(store.file);
        }
        expect(await snapshot(store.folder)).toEqual(before);
      }
    }
    await writeFile(log, whole); // as it was: nobody has thrown anything away
    expect((await cli(['backup', backup])).exitCode).toBe(0);
    expect(ledger.missingFrom(readStored(backup).names)).toEqual([]);
  });

  test.each([
    ['with its index', true],
    ['without', false],
  ])('is over 2 GiB long, %s, then the store starts with every animal', async (_, hasIndex) => {
    const ledger = await serveAndKill(await createRoomyKey(store));
    await truncate(`${store.file}-wal`, THREE_GIB); // sparse: it takes no room
    if (!hasIndex) await rm(`${store.file}-shm`);
    const backup = inFolder('backup.db');
    expect(await cli(['backup', backup])).toMatchObject({ exitCode: 0 });
    expect(ledger.missingFrom(readStored(backup).names)).toEqual([]);
    const server = await store.start();
    expect(ledger.missingFrom(readStored(store.file).names)).toEqual([]);
    await server.stop();
  });
});
