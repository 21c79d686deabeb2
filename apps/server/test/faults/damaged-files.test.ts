// Damaged, foreign and oversized files of a store: nothing starts on them, and nothing is changed.
import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defineSchema } from '@animal-store/engine/internal/storage/schema';
import { openDatabase } from '@animal-store/engine/internal/storage/sqlite/files/open-database';
import { MIGRATIONS } from '../../src/migrations.js';
import { shop } from '../../src/shop.js';
import { TABLES } from '../../src/tables.js';
import { useTempStore } from '../support/use-temp-store.js';
import { createUnlimitedKey, hashFiles, readStore } from './inspect-store.js';
import { startWriteLoad, type WriteLoad } from './write-load.js';

const PAGE_BYTES = 4096;
const WAL_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const FRAME_BYTES = FRAME_HEADER_BYTES + PAGE_BYTES;
const THREE_GIB = 3 * 1024 ** 3;
const NEWER_SCHEMA = `PRAGMA user_version = ${shop.schema.version + 1}`;
const CANNOT_OPEN = /cannot open the database/;
const NO_DATABASE = /not a database|cannot/;

const store = useTempStore();
const walFile = () => `${store.file}-wal`;

/** Creates a store with some animals and ends its server. After SIGKILL the last commits are in the WAL. */
async function createStore(signal: 'SIGTERM' | 'SIGKILL'): Promise<WriteLoad> {
  const key = await createUnlimitedKey(store);
  const server = await store.start();
  const writes = startWriteLoad(server.url, key, 8);
  await writes.waitForWrites(100);
  await writes.stop();
  await server.stop(signal);
  return writes;
}

/** @param where Names the damage if the expectation fails. */
async function expectRefusal(reason: RegExp, where = '', args = ['serve']): Promise<void> {
  const before = await hashFiles(store.folder);
  const { stdout, stderr, exitCode } = await store.cli(args, { PORT: '0' });
  expect([where, stdout, exitCode]).toEqual([where, '', 1]);
  expect(stderr).toMatch(/^animal-store: .+\n$/);
  expect(stderr).toContain(store.file);
  expect(stderr).toMatch(reason);
  const after = await hashFiles(store.folder);
  expect(new Map([...after].filter(([name]) => before.has(name)))).toEqual(before);
  // SQLite creates an empty WAL and shared memory even to read a database in WAL mode
  const added = [...after].filter(([name]) => !before.has(name) && !name.endsWith('-shm'));
  for (const [name, digest] of added) expect(`${name}: ${digest}`).toContain('-wal: 0 bytes');
}

/** The original WAL is there again: nothing was lost. */
async function expectAllAnimals(writes: WriteLoad): Promise<void> {
  await store.start();
  expect(writes.missingFrom(readStore(store.file).names)).toEqual([]);
}

describe('serve refuses with one line and changes nothing when', () => {
  test.each<[string, 'SIGTERM' | 'SIGKILL', () => unknown, RegExp]>([
    ['a page of the database is overwritten', 'SIGTERM', overwritePage, CANNOT_OPEN],
    ['the database is truncated', 'SIGTERM', () => truncate(store.file, 20_480), CANNOT_OPEN],
    [
      'the database is missing, its WAL not',
      'SIGKILL',
      () => rm(store.file),
      /gone, but its write-/,
    ],
    [
      'the WAL is missing',
      'SIGKILL',
      () => rm(walFile()),
      /write-ahead log is damaged: it is gone/,
    ],
    ['the schema is newer', 'SIGTERM', () => store.sql(NEWER_SCHEMA), /version \d+ is newer than/],
  ])('%s', async (_, signal, damage, reason) => {
    await createStore(signal);
    await damage();
    await expectRefusal(reason);
    await expectRefusal(reason); // the first start has not changed the result
  });

  async function overwritePage(): Promise<void> {
    const content = await readFile(store.file);
    await writeFile(store.file, content.fill(0xa5, PAGE_BYTES, 2 * PAGE_BYTES));
  }

  test.each<[string, () => unknown, RegExp]>([
    ['is a text', () => writeFile(store.file, 'plain text, '.repeat(1000)), NO_DATABASE],
    ['has half a header', () => writeFile(store.file, 'SQLite format 3\0'), NO_DATABASE],
    ['has only zeros', () => writeFile(store.file, Buffer.alloc(3 * PAGE_BYTES)), /not a database/],
    ['is of another program', () => store.sql('CREATE TABLE other (key TEXT)'), /another program/],
  ])('the file %s', async (_, write, reason) => {
    await write();
    await expectRefusal(reason);
  });

  test('the WAL is truncated, as every command does', async () => {
    const writes = await createStore('SIGKILL');
    const content = await readFile(walFile());
    const cuts = [
      ...[0, 1, WAL_HEADER_BYTES - 1, WAL_HEADER_BYTES, WAL_HEADER_BYTES + FRAME_HEADER_BYTES],
      ...[WAL_HEADER_BYTES + 7 * FRAME_BYTES, Math.floor(content.length / 2)],
      ...[content.length - FRAME_BYTES, content.length - 1],
    ];
    for (const length of cuts) {
      await writeFile(walFile(), content.subarray(0, length));
      await expectRefusal(/write-ahead log is damaged/, `${length} bytes`);
    }
    for (const args of [
      ['keys', 'list'],
      ['keys', 'create', '--plan', 'free', '--name', 'late'],
      ['backup', join(store.folder, 'backup.db')],
      ['migrate'],
    ])
      await expectRefusal(/write-ahead log is damaged/, args.join(' '), args);
    await writeFile(walFile(), content);
    await expectAllAnimals(writes);
  });

  test('any byte of the WAL is flipped', async () => {
    const writes = await createStore('SIGKILL');
    const content = await readFile(walFile());
    const frames = Math.floor((content.length - WAL_HEADER_BYTES) / FRAME_BYTES);
    const frameAt = (frame: number) => WAL_HEADER_BYTES + frame * FRAME_BYTES;
    const offsets: [where: string, offset: number][] = [
      ['the magic number', 0],
      ['the page size', 9],
      ['the salt', 17],
      ['the checksum of the header', 25],
      ['the page number of a frame', frameAt(3) + 3],
      ['the salt of a frame', frameAt(3) + 9],
      ['the checksum of a frame', frameAt(3) + 17],
      ['the page of a frame', frameAt(3) + FRAME_HEADER_BYTES + 4000],
      ['the commit mark of the last frame', frameAt(frames - 1) + 7],
      ['the salt of the last frame', frameAt(frames - 1) + 13],
      ['the checksum of the last frame', frameAt(frames - 1) + 23],
      ['the end of the last page', frameAt(frames) - 1],
    ];
    for (const [where, offset] of offsets) {
      const damaged = Buffer.from(content);
      damaged.writeUInt8(damaged.readUInt8(offset) ^ 0xff, offset);
      await writeFile(walFile(), damaged);
      await expectRefusal(/write-ahead log is damaged/, where);
    }
    await writeFile(walFile(), content);
    await expectAllAnimals(writes);
  });
});

test('when the WAL exceeds 2 GiB, then the store starts with every animal, with shared memory and without', async () => {
  for (const hasIndex of [true, false]) {
    const writes = await createStore('SIGKILL');
    await truncate(walFile(), THREE_GIB); // sparse, so it needs no disk space
    if (!hasIndex) await rm(`${store.file}-shm`);
    const backup = join(store.folder, `backup-${hasIndex}.db`);
    expect(await store.cli(['backup', backup])).toMatchObject({ exitCode: 0 });
    expect(writes.missingFrom(readStore(backup).names)).toEqual([]);
    const server = await store.start();
    expect(writes.missingFrom(readStore(store.file).names)).toEqual([]);
    await server.stop();
  }
});

test('when a migration fails, then the database is unchanged to the byte, even if earlier ones succeeded', async () => {
  await createStore('SIGTERM');
  const before = await hashFiles(store.folder);
  const schema = defineSchema('animal_store', TABLES, [
    ...MIGRATIONS,
    () => "ALTER TABLE pets ADD COLUMN color TEXT; UPDATE pets SET color = 'grey'",
    () => 'CREATE TABLE shops (id INTEGER PRIMARY KEY); INSERT INTO nowhere VALUES (1)',
  ]);
  expect(() => openDatabase(store.file, schema)).toThrow(
    /^cannot open the database .*store\.db: .*no such table: nowhere$/,
  );
  expect(await hashFiles(store.folder)).toEqual(before);
  await store.start();
});
