import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import Database from 'better-sqlite3';
import { migrationsFor } from '../../src/storage/migrations.js';
import { openDatabase } from '../../src/storage/sqlite/open-database.js';
import { useTempStore } from '../support/use-temp-store.js';
import { createUnlimitedKey, hashFiles, readStore } from './inspect-store.js';
import { AcknowledgedWrites, startWriteLoad } from './write-load.js';

const PAGE_BYTES = 4096;
const WAL_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const FRAME_BYTES = FRAME_HEADER_BYTES + PAGE_BYTES;

const store = useTempStore();
/** Creates a store with some animals and ends its server. After SIGKILL the last commits are in the WAL. */
async function createStore(signal: 'SIGTERM' | 'SIGKILL'): Promise<AcknowledgedWrites> {
  const key = await createUnlimitedKey(store);
  const server = await store.start();
  const writes = new AcknowledgedWrites();
  const writers = startWriteLoad({ url: server.url, key, count: 8, writes });
  await writers.waitForWrites(100);
  await writers.stop();
  await server.stop(signal);
  return writes;
}

async function expectStartError(reason: RegExp, where = ''): Promise<void> {
  const before = await hashFiles(store.folder);
  const { stdout, stderr, exitCode } = await store.cli(['serve'], { PORT: '0' });
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

/** Offset in the WAL: in its header, or in a frame, counted from the end if negative. */
function walOffset(bytes: number, frame: number | undefined, at: number): number {
  if (frame === undefined) return at;
  const frames = Math.floor((bytes - WAL_HEADER_BYTES) / FRAME_BYTES);
  return WAL_HEADER_BYTES + (frame < 0 ? frames + frame : frame) * FRAME_BYTES + at;
}

async function flipByte(file: string, offset: (bytes: number) => number): Promise<void> {
  const content = await readFile(file);
  const at = offset(content.length);
  content.writeUInt8(content.readUInt8(at) ^ 0xff, at);
  await writeFile(file, content);
}

describe('serve refuses with one line and changes nothing when', () => {
  test('a page of the database is overwritten', async () => {
    await createStore('SIGTERM');
    const content = await readFile(store.file);
    content.fill(0xa5, PAGE_BYTES, 2 * PAGE_BYTES);
    await writeFile(store.file, content);
    await expectStartError(/cannot open the database/);
    await expectStartError(/cannot open the database/); // opening it has not changed the result
  });

  test('the database is truncated', async () => {
    await createStore('SIGTERM');
    await truncate(store.file, 5 * PAGE_BYTES);
    await expectStartError(/cannot open the database/);
  });

  test('the database is missing and its WAL exists', async () => {
    await createStore('SIGKILL');
    await rm(store.file);
    await expectStartError(/gone, but its write-ahead log is there/);
  });

  test('the WAL is missing or truncated', async () => {
    const writes = await createStore('SIGKILL');
    const log = `${store.file}-wal`;
    const content = await readFile(log);
    const cuts = [
      0,
      1,
      WAL_HEADER_BYTES - 1,
      WAL_HEADER_BYTES,
      WAL_HEADER_BYTES + FRAME_HEADER_BYTES,
      WAL_HEADER_BYTES + 7 * FRAME_BYTES,
      Math.floor(content.length / 2),
      content.length - FRAME_BYTES,
      content.length - 1,
    ];
    for (const length of cuts) {
      await writeFile(log, content.subarray(0, length));
      await expectStartError(/write-ahead log is damaged/);
    }
    await rm(log);
    await expectStartError(/write-ahead log is damaged: it is gone/);
    await writeFile(log, content); // the original WAL: nothing was lost
    await store.start();
    expect(writes.missingFrom(readStore(store.file).names)).toEqual([]);
  });

  test('any byte of the WAL is flipped', async () => {
    const writes = await createStore('SIGKILL');
    const log = `${store.file}-wal`;
    const content = await readFile(log);
    const offsets: [where: string, frame: number | undefined, at: number][] = [
      ['the magic number', undefined, 0],
      ['the page size', undefined, 9],
      ['the salt', undefined, 17],
      ['the checksum of the header', undefined, 25],
      ['the page number of a frame', 3, 3],
      ['the salt of a frame', 3, 9],
      ['the checksum of a frame', 3, 17],
      ['the page of a frame', 3, FRAME_HEADER_BYTES + 4000],
      ['the commit mark of the last frame', -1, 7],
      ['the salt of the last frame', -1, 13],
      ['the checksum of the last frame', -1, 23],
      ['the end of the last page', -1, FRAME_BYTES - 1],
    ];
    for (const [where, frame, at] of offsets) {
      await writeFile(log, content);
      await flipByte(log, (bytes) => walOffset(bytes, frame, at));
      await expectStartError(/write-ahead log is damaged/, where);
    }
    await writeFile(log, content);
    await store.start();
    expect(writes.missingFrom(readStore(store.file).names)).toEqual([]);
  });

  test('the database has a newer schema', async () => {
    await createStore('SIGTERM');
    const newer = new Database(store.file);
    newer.pragma(`user_version = ${migrationsFor('sqlite').length + 1}`);
    newer.close();
    await expectStartError(/schema version \d+ is newer than/);
  });

  test('the database belongs to another program', async () => {
    const other = new Database(store.file);
    other.exec('CREATE TABLE other (key TEXT, value TEXT)');
    other.close();
    await expectStartError(/another program/);
  });

  test.each([
    ['a text file', Buffer.from('plain text, '.repeat(1000))],
    ['a truncated header', Buffer.from('SQLite format 3\0')],
    ['filled with zeros', Buffer.alloc(3 * PAGE_BYTES)],
  ])('the file is %s', async (_, content) => {
    await writeFile(store.file, content);
    await expectStartError(/not a database|cannot/);
  });
});

describe('when a migration fails', () => {
  test('then the database is unchanged to the byte, even if earlier migrations succeeded', async () => {
    await createStore('SIGTERM');
    const before = await hashFiles(store.folder);
    const migrations = [
      ...migrationsFor('sqlite'),
      "ALTER TABLE pets ADD COLUMN color TEXT; UPDATE pets SET color = 'grey'",
      'CREATE TABLE shops (id INTEGER PRIMARY KEY); INSERT INTO nowhere VALUES (1)',
    ];
    expect(() => openDatabase(store.file, migrations)).toThrow(
      /^cannot open the database .*store\.db: .*no such table: nowhere$/,
    );
    expect(await hashFiles(store.folder)).toEqual(before);
    await store.start();
  });
});
