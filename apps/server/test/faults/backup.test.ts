// Backup and restore beside writers, other backups and readers, and when they are killed.
import { existsSync, watch } from 'node:fs';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { spawnCli } from '../support/spawn-cli.js';
import { useTempStore } from '../support/use-temp-store.js';
import { addAnimals, createUnlimitedKey, hashFiles, readStore } from './inspect-store.js';
import { killCommand } from './kill.js';
import { postPet, startWriteLoad } from './write-load.js';

const MANY = 100_000;
const FEW = 500;

const store = useTempStore();
const inFolder = (name: string) => join(store.folder, name);
const start = (...args: string[]) => spawnCli(args, { file: store.file });
const cli = (...args: string[]) => start(...args).ended;
const unfinished = async () =>
  (await readdir(store.folder)).filter((name) => name.includes('unfinished'));

async function errorOf(...args: string[]): Promise<string> {
  const { stdout, stderr, exitCode } = await cli(...args);
  expect([stdout, exitCode]).toEqual(['', 1]);
  const lines = stderr.split('\n').filter((line) => line.startsWith('animal-store: '));
  expect(lines).toHaveLength(1);
  expect(stderr).not.toMatch(/^\s+at /m);
  return lines.join('');
}

async function durationMs(...args: string[]): Promise<number> {
  const startedMs = performance.now();
  expect((await cli(...args)).exitCode).toBe(0);
  return performance.now() - startedMs;
}

async function backUp(): Promise<string> {
  const backup = inFolder('backup.db');
  expect((await cli('backup', backup)).exitCode).toBe(0);
  return backup;
}

test('when clients write during a backup, then it has all earlier writes, and no write is refused', async () => {
  const key = await createUnlimitedKey(store);
  addAnimals(store.file, 'old', MANY);
  const server = await store.start();
  const writes = startWriteLoad(server.url, key, 32);
  await writes.waitForWrites(200);
  const before = new Map(writes.acknowledged);
  const backup = await backUp();
  const during = writes.acknowledged.size - before.size;
  await writes.waitForWrites(1);
  await writes.stop();
  expect(during).toBeGreaterThan(0);
  expect([...writes.statuses.keys()]).toEqual([201]);
  const copy = readStore(backup);
  expect(copy.integrity).toBe('ok');
  expect([...before].filter(([id, name]) => copy.names.get(id) !== name)).toEqual([]);
  expect(copy.names.size).toBeGreaterThanOrEqual(MANY + before.size);

  await server.stop();
  expect((await cli('restore', '--force', backup)).exitCode).toBe(0);
  const second = await store.start();
  expect(readStore(store.file).names).toEqual(copy.names);
  const newest = Math.max(...before.keys());
  const reply = await second.call(`/pets/${newest}`, key); // the backup contains the key too
  expect(await reply.json()).toMatchObject({ id: newest, name: before.get(newest) });
  const added = await postPet(second.url, key, 'after');
  expect(copy.names.has(JSON.parse(added.text).id)).toBe(false);
});

test('when two backups to one name start at once, then exactly one succeeds and is complete', async () => {
  await createUnlimitedKey(store);
  addAnimals(store.file, 'pet', MANY);
  for (let round = 0; round < 4; round += 1) {
    const backup = inFolder(`backup-${round}.db`);
    const results = await Promise.all([cli('backup', backup), cli('backup', backup)]);
    expect(results.map(({ exitCode }) => exitCode).sort()).toEqual([0, 1]);
    const refused = results.find(({ exitCode }) => exitCode === 1)?.stderr;
    expect(refused).toMatch(/^animal-store: .*exists/m);
    expect(refused).not.toContain('is written');
    const { names, integrity } = readStore(backup);
    expect([names.size, integrity]).toEqual([MANY, 'ok']);
    expect(await unfinished()).toEqual([]);
  }
});

test('when a file has the name before or during a backup, then it stays unchanged', async () => {
  await createUnlimitedKey(store);
  addAnimals(store.file, 'pet', MANY);
  const before = inFolder('before.db');
  await writeFile(before, 'mine');
  expect(await errorOf('backup', before)).toContain('exists already');
  expect(await readFile(before, 'utf8')).toBe('mine');

  const during = inFolder('during.db');
  const watcher = watch(store.folder);
  const started = new Promise<void>((resolve) => {
    watcher.on('change', (_, name) => {
      if (String(name).endsWith('.unfinished')) resolve();
    });
  });
  const error = errorOf('backup', during);
  await started;
  watcher.close();
  await writeFile(during, 'mine', { flag: 'wx' });
  expect(await error).toContain(during);
  expect(await readFile(during, 'utf8')).toBe('mine');
  expect(await unfinished()).toEqual([]);
});

test('when a store exists or is being served, then restore refuses and changes nothing', async () => {
  const key = await createUnlimitedKey(store);
  const backup = await backUp();
  addAnimals(store.file, 'new', FEW);
  expect(await errorOf('restore', backup)).toContain('--force replaces');
  const server = await store.start();
  expect(await errorOf('restore', '--force', backup)).toContain('a server is serving');
  expect((await server.call('/pets', key)).status).toBe(200);
  expect(readStore(store.file).names.size).toBe(FEW);
  expect(await unfinished()).toEqual([]);
});

test('when the database is missing but its WAL exists, then restore needs --force and ignores that WAL', async () => {
  const key = await createUnlimitedKey(store);
  addAnimals(store.file, 'kept', FEW);
  const backup = await backUp();
  const wanted = readStore(backup);
  const server = await store.start();
  await postPet(server.url, key, 'in the WAL');
  await server.stop('SIGKILL');
  const log = `${store.file}-wal`;
  expect((await stat(log)).size).toBeGreaterThan(0);
  await rm(store.file);

  const before = await hashFiles(store.folder);
  expect(await errorOf('restore', backup)).toContain(log);
  expect(await hashFiles(store.folder)).toEqual(before);
  expect((await cli('restore', '--force', backup)).exitCode).toBe(0);
  const next = await store.start();
  expect((await next.call('/pets', key)).status).toBe(200);
  expect(readStore(store.file)).toEqual(wanted);
});

test('when another program reads an old snapshot, then restore --force refuses and no animal is lost', async () => {
  await createUnlimitedKey(store);
  addAnimals(store.file, 'backup', FEW);
  const backup = await backUp();
  const reader = new Database(store.file, { readonly: true });
  try {
    reader.exec('BEGIN; SELECT 1 FROM pets');
    addAnimals(store.file, 'later', MANY); // goes into the WAL, where the reader keeps it
    expect(await errorOf('restore', '--force', backup)).toContain('another program has it open');
    expect(reader.prepare('SELECT count(*) FROM pets').pluck().get()).toBe(FEW);
  } finally {
    reader.close();
  }
  const { names, integrity } = readStore(store.file);
  expect([names.size, integrity]).toEqual([FEW + MANY, 'ok']);
  expect((await cli('restore', '--force', backup)).exitCode).toBe(0);
  expect(readStore(store.file).names.size).toBe(FEW);
});

test('when a backup is killed, then it is complete or missing, and the next one succeeds', async () => {
  await createUnlimitedKey(store);
  addAnimals(store.file, 'pet');
  const { names } = readStore(store.file);
  const fullMs = await durationMs('backup', inFolder('first.db'));
  const backupOf = (time: number) => inFolder(`backup-${time}.db`);
  const killed = await killCommand({
    times: 12,
    start: (time) => start('backup', backupOf(time)),
    moment: (random) => pause(random * fullMs),
    async check(time) {
      if (!existsSync(backupOf(time)))
        expect((await cli('backup', backupOf(time))).exitCode).toBe(0);
      expect(readStore(backupOf(time))).toEqual({ names, integrity: 'ok' });
    },
  });
  expect(killed).toBeGreaterThan(0);
});

test('when a restore is killed, then the store is the old or the restored one, and the next one succeeds', async () => {
  const backups: { path: string; contents: ReturnType<typeof readStore> }[] = [];
  await createUnlimitedKey(store);
  for (const name of ['small', 'large']) {
    addAnimals(store.file, name);
    const path = inFolder(`${name}.db`);
    expect((await cli('backup', path)).exitCode).toBe(0);
    backups.push({ path, contents: readStore(path) });
  }
  const restore = (time: number) => ['restore', '--force', backups[time % 2]?.path ?? 'missing'];
  const fullMs = await durationMs(...restore(0));
  const killed = await killCommand({
    times: 12,
    start: (time) => start(...restore(time)),
    moment: (random) => pause(random * fullMs),
    async check() {
      expect(backups.map(({ contents }) => contents)).toContainEqual(readStore(store.file));
    },
  });
  expect(killed).toBeGreaterThan(0);
  await durationMs(...restore(0));
  expect(readStore(store.file)).toEqual(backups[0]?.contents);
  expect(await unfinished()).toEqual([]);
});
