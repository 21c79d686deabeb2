import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import Database from 'better-sqlite3';
import { MIGRATIONS } from '../../src/storage/sqlite/migrations.js';
import { openDatabase } from '../../src/storage/sqlite/open-database.js';
import { useTempStore } from '../support/use-temp-store.js';
import { createRoomyKey, readStored, snapshot } from './stored.js';
import { Ledger, startWriters } from './writers.js';

const PAGE_BYTES = 4096;
const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const FRAME_BYTES = FRAME_HEADER_BYTES + PAGE_BYTES;

const store = useTempStore();
/** Makes a store with some animals, and ends its server by the signal: SIGKILL leaves the last commits in the log. */
async function makeStore(signal: 'SIGTERM' | 'SIGKILL'): Promise<Ledger> {
  const key = await createRoomyKey(store);
  const server = await store.start();
  const ledger = new Ledger();
  const writers = startWriters({ url: server.url, key, count: 8, ledger });
  await writers.acknowledge(100);
  await writers.stop();
  await server.stop(signal);
  return ledger;
}

async function expectRefusal(reason: RegExp, where = ''): Promise<void> {
  const before = await snapshot(store.folder);
  const { stdout, stderr, exitCode } = await store.cli(['serve'], { PORT: '0' });
  expect([where, stdout, exitCode]).toEqual([where, '', 1]);
  expect(stderr).toMatch(/^animal-store: .+\n$/);
  expect(stderr).toContain(store.file);
  expect(stderr).toMatch(reason);
  const after = await snapshot(store.folder);
  expect(new Map([...after].filter(([name]) => before.has(name)))).toEqual(before);
  // To read a database in this mode SQLite makes a log, with nothing in it, and the log's index.
  const added = [...after].filter(([name]) => !before.has(name) && !name.endsWith('-shm'));
  for (const [name, digest] of added) expect(`${name}: ${digest}`).toContain('-wal: 0 bytes');
}

/** Where a place in the log is: in its header, or in one of its frames, counted from the end if negative. */
function logOffset(bytes: number, frame: number | undefined, at: number): number {
  if (frame === undefined) return at;
  const frames = Math.floor((bytes - LOG_HEADER_BYTES) / FRAME_BYTES);
  return LOG_HEADER_BYTES + (frame < 0 ? frames + frame : frame) * FRAME_BYTES + at;
}

async function flipByte(file: string, offset: (bytes: number) => number): Promise<void> {
  const content = await readFile(file);
  const at = offset(content.length);
  content.writeUInt8(content.readUInt8(at) ^ 0xff, at);
  await writeFile(file, content);
}

describe('a start refuses in one line, and changes nothing, where', () => {
  test('a page of the database is overwritten', async () => {
    await makeStore('SIGTERM');
    const content = await readFile(store.file);
    content.fill(0xa5, PAGE_BYTES, 2 * PAGE_BYTES);
    await writeFile(store.file, content);
    await expectRefusal(/cannot open the database/);
    await expectRefusal(/cannot open the database/); // looking at it has not made it look sound
  });

  test('the database is cut short', async () => {
    await makeStore('SIGTERM');
    await truncate(store.file, 5 * PAGE_BYTES);
    await expectRefusal(/cannot open the database/);
  });

  test('the database is gone, with its log left', async () => {
    await makeStore('SIGKILL');
    await rm(store.file);
    await expectRefusal(/gone, but its write-ahead log is there/);
  });

  test('the log is gone, or cut to any length', async () => {
    const ledger = await makeStore('SIGKILL');
    const log = `${store.file}-wal`;
    const whole = await readFile(log);
    const cuts = [
      0,
      1,
      LOG_HEADER_BYTES - 1,
      LOG_HEADER_BYTES,
      LOG_HEADER_BYTES + FRAME_HEADER_BYTES,
      LOG_HEADER_BYTES + 7 * FRAME_BYTES,
      Math.floor(whole.length / 2),
      whole.length - FRAME_BYTES,
      whole.length - 1,
    ];
    for (const length of cuts) {
      await writeFile(log, whole.subarray(0, length));
      await expectRefusal(/write-ahead log is damaged/);
    }
    await rm(log);
    await expectRefusal(/write-ahead log is damaged: it is gone/);
    await writeFile(log, whole); // as it was: nothing has been lost
    await store.start();
    expect(ledger.missingFrom(readStored(store.file).names)).toEqual([]);
  });

  test('a byte of the log is flipped, wherever', async () => {
    const ledger = await makeStore('SIGKILL');
    const log = `${store.file}-wal`;
    const whole = await readFile(log);
    const places: [where: string, frame: number | undefined, at: number][] = [
      ['the mark of the header', undefined, 0],
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
    for (const [where, frame, at] of places) {
      await writeFile(log, whole);
      await flipByte(log, (bytes) => logOffset(bytes, frame, at));
      await expectRefusal(/write-ahead log is damaged/, where);
    }
    await writeFile(log, whole);
    await store.start();
    expect(ledger.missingFrom(readStored(store.file).names)).toEqual([]);
  });

  test('the file is of a newer version', async () => {
    await makeStore('SIGTERM');
    const newer = new Database(store.file);
    newer.pragma(`user_version = ${MIGRATIONS.length + 1}`);
    newer.close();
    await expectRefusal(/newer program/);
  });

  test("the file is another program's database", async () => {
    const other = new Database(store.file);
    other.exec('CREATE TABLE diary (day TEXT, entry TEXT)');
    other.close();
    await expectRefusal(/another program/);
  });

  test.each([
    ['a text', Buffer.from('dear diary, '.repeat(1000))],
    ['the beginning of one', Buffer.from('SQLite format 3\0')],
    ['zeros', Buffer.alloc(3 * PAGE_BYTES)],
  ])('the file is no database but %s', async (_, content) => {
    await writeFile(store.file, content);
    await expectRefusal(/not a database|cannot/);
  });
});

describe('when a migration fails', () => {
  test('then the database is as it was, to the byte, though others went well before', async () => {
    await makeStore('SIGTERM');
    const before = await snapshot(store.folder);
    const migrations = [
      ...MIGRATIONS,
      "ALTER TABLE pets ADD COLUMN color TEXT; UPDATE pets SET color = 'grey'",
      'CREATE TABLE shops (id INTEGER PRIMARY KEY); INSERT INTO nowhere VALUES (1)',
    ];
    expect(() => openDatabase(store.file, migrations)).toThrow(
      /^cannot open the database .*store\.db: .*no such table: nowhere$/,
    );
    expect(await snapshot(store.folder)).toEqual(before);
    await store.start();
  });
});
