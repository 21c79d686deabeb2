import { once } from 'node:events';
import { watch } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { seededRandom } from '../support/random.js';
import { spawnCli } from '../support/spawn-cli.js';
import { useTempStore } from '../support/use-temp-store.js';
import { createUnlimitedKey, readStore } from './inspect-store.js';
import { AcknowledgedWrites, postPet, startWriteLoad } from './write-load.js';

const WRITERS = 32;
/** Enough animals that a copy takes many steps. */
const MANY = 100_000;
const KILLS = 12;

const store = useTempStore();
const inFolder = (name: string) => join(store.folder, name);
const cli = (args: readonly string[], file = store.file) => spawnCli(args, { file }).ended;

function addMany(file: string, prefix: string): void {
  const database = new Database(file);
  database
    .prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MANY})
       INSERT INTO pets (name, category_id) SELECT ? || '-' || i || printf('%.*c', 80, '.'), 1 FROM n`,
    )
    .run(prefix);
  database.close();
}

/** Runs a command, or kills it after a time. Resolves with the time since its first change in the folder. */
async function run(args: readonly string[], killAfterMs?: number): Promise<number> {
  const watcher = watch(store.folder);
  const command = spawnCli(args, { file: store.file });
  await once(watcher, 'change'); // by now it has started
  watcher.close();
  const started = performance.now();
  if (killAfterMs !== undefined) {
    await pause(killAfterMs); // a random moment, which no event marks
    command.child.kill('SIGKILL');
  }
  await command.ended;
  return performance.now() - started;
}

async function errorOf(args: readonly string[], file = store.file): Promise<string> {
  const { stderr, exitCode } = await cli(args, file);
  expect(exitCode).toBe(1);
  const line = stderr.split('\n').filter((text) => text.startsWith('animal-store: '));
  expect(line).toHaveLength(1);
  expect(stderr).not.toMatch(/^\s+at /m);
  return line.join('');
}

test('when clients write during a backup, then it has all earlier writes, no write is refused, and it can be served', async () => {
  const key = await createUnlimitedKey(store);
  addMany(store.file, 'old');
  const server = await store.start();
  const writes = new AcknowledgedWrites();
  const writers = startWriteLoad({ url: server.url, key, count: WRITERS, writes });
  await writers.waitForWrites(200);
  const before = new Map(writes.acknowledged);
  const backup = inFolder('backup.db');
  const { exitCode } = await cli(['backup', backup]);
  const during = writes.acknowledged.size - before.size;
  await writers.waitForWrites(1);
  await writers.stop();

  expect(exitCode).toBe(0);
  expect([...writes.statusCounts.keys()]).toEqual([201]);
  const copy = readStore(backup);
  const missing = [...before].filter(([id, name]) => copy.names.get(id) !== name);
  process.stdout.write(
    `backup: ${before.size} acknowledged before, ${during} meanwhile, ${missing.length} missing, ${writes.statusCounts.get(503) ?? 0} refused\n`,
  );
  expect(copy.integrity).toBe('ok');
  expect(missing).toEqual([]);
  expect(copy.names.size).toBeGreaterThanOrEqual(MANY + before.size);
  expect(during).toBeGreaterThan(0);

  const restored = inFolder('restored.db');
  expect((await cli(['restore', backup], restored)).exitCode).toBe(0);
  const second = await store.start({ DATABASE_URL: `file:${restored}` });
  expect(readStore(restored).names).toEqual(copy.names);
  const newest = Math.max(...before.keys());
  const reply = await second.call(`/pets/${newest}`, key); // the backup contains the key too
  expect(await reply.json()).toMatchObject({ id: newest, name: before.get(newest) });
  const added = await postPet(second.url, key, 'after');
  expect(added.status).toBe(201);
  expect(copy.names.has(JSON.parse(added.text).id)).toBe(false);
});

describe('restore refuses, and changes nothing,', () => {
  let key: string;
  let backup: string;
  beforeEach(async () => {
    key = await createUnlimitedKey(store);
    backup = inFolder('backup.db');
    await cli(['backup', backup]);
    addMany(store.file, 'new');
  });
  afterEach(async () => {
    expect(readStore(store.file).names.size).toBe(MANY);
    expect((await readdir(store.folder)).join()).not.toContain('unfinished');
  });

  test('when a store exists, without --force', async () => {
    expect(await errorOf(['restore', backup])).toContain('--force replaces');
  });

  test('when the store is being served, even with --force', async () => {
    const server = await store.start();
    expect(await errorOf(['restore', '--force', backup])).toContain('a server is serving');
    expect((await server.call('/pets', key)).status).toBe(200);
  });

  test('when the backup is damaged, even with --force', async () => {
    const content = await readFile(backup);
    content.fill(0xa5, 4096, 8192);
    await writeFile(backup, content);
    expect(await errorOf(['restore', '--force', backup])).toContain(backup);
  });

  test('when the backup is a database of another program, even with --force', async () => {
    const other = inFolder('other.db');
    const database = new Database(other);
    database.exec('CREATE TABLE other (value TEXT)');
    database.close();
    expect(await errorOf(['restore', '--force', other])).toContain('another program');
  });
});

test('when a restore is killed, then the store is the old or the restored one, and the next restore succeeds', async () => {
  const random = seededRandom(20_261_121);
  await createUnlimitedKey(store);
  addMany(store.file, 'backup');
  const backup = inFolder('backup.db');
  await cli(['backup', backup]);
  const expected = readStore(backup).names;
  addMany(store.file, 'later');
  const old = readStore(store.file).names;

  const fullMs = await run(['restore', '--force', backup]);
  addMany(store.file, 'later');

  const found = { old: 0, restored: 0 };
  for (let kill = 0; kill < KILLS; kill += 1) {
    await run(['restore', '--force', backup], random() * fullMs);
    const { names, integrity } = readStore(store.file);
    expect(integrity).toBe('ok');
    const which = names.size === old.size ? 'old' : 'restored';
    found[which] += 1;
    expect(names).toEqual(which === 'old' ? old : expected);
    if (which === 'restored') addMany(store.file, 'later'); // back to the old state
  }
  process.stdout.write(
    `restore: killed ${KILLS} times within ${Math.round(fullMs)} ms: ${found.old} times the old store, ${found.restored} times the new one\n`,
  );
  expect(found.old).toBeGreaterThan(0);
  expect((await cli(['restore', '--force', backup])).exitCode).toBe(0);
  expect(readStore(store.file).names).toEqual(expected);
  expect((await readdir(store.folder)).filter((name) => /unfinished/.test(name))).toEqual([]);
});

test('when a backup is killed, then it is complete or missing, and the next one succeeds', async () => {
  const random = seededRandom(20_261_122);
  await createUnlimitedKey(store);
  addMany(store.file, 'pet');
  const fullMs = await run(['backup', inFolder('first.db')]);
  let whole = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const backup = inFolder(`backup-${kill}.db`);
    await run(['backup', backup], random() * fullMs);
    if ((await readdir(store.folder)).includes(`backup-${kill}.db`)) {
      whole += 1;
      const { names, integrity } = readStore(backup);
      expect([names.size, integrity]).toEqual([MANY, 'ok']);
    } else {
      expect((await cli(['backup', backup])).exitCode).toBe(0);
    }
  }
  process.stdout.write(
    `backup: killed ${KILLS} times, ${whole} were whole, the rest were not there\n`,
  );
  expect(whole).toBeLessThan(KILLS);
});
