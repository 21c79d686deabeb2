// Usage recorder, on the server's own store.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayOf } from '@animal-store/contract/rate-limit';
import Database from 'better-sqlite3';
import { pino } from 'pino';
import { StorageUnavailableError } from '../../../src/model.js';
import type { UsageRow, UsageStore } from '../../../src/storage/store.js';
import { NO_OPERATION, UsageRecorder } from '../../../src/usage/usage-recorder.js';
import { collectLog, parseLine } from '../../support/collect-log.js';
import { formatRequest, openConnection } from '../../support/raw-connection.js';
import { START_MS, startServer, type TestServer } from '../../support/start-server.js';

const TODAY = dayOf(START_MS);
const DAY_SECONDS = 86_400;

/** Stored requests of a key: `listPets 2: 3`. */
async function readUsage(server: TestServer, keyId: string, day = TODAY): Promise<string[]> {
  await server.usage.flush();
  const rows = await server.store.usage.list({ day, keyId, operation: undefined });
  return rows.map(
    ({ operation, statusClass, requests }) => `${operation} ${statusClass}: ${requests}`,
  );
}

describe('requests', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startServer();
  });
  afterEach(() => server.close());

  const usageOf = (keyId: string, day?: number) => readUsage(server, keyId, day);

  test('are counted by operation and status class, with those that match no operation', async () => {
    const { id, key } = await server.issueKey('business');
    await server.call('/pets', { key });
    await server.call('/pets', { key, method: 'HEAD' });
    await server.call('/pets?limit=0', { key });
    await server.call('/pets', { key, method: 'POST', json: { name: 'Rex', categoryId: 1 } });
    await server.call('/pets', { key, method: 'POST', json: {} });
    await server.call('/nothing', { key });
    await server.call('/pets', { key, method: 'DELETE' });
    await server.call('/pets', { key, method: 'OPTIONS' });
    await server.call('/pets', { key: null });
    expect(await usageOf(id)).toEqual([
      'createPet 2: 1',
      'createPet 4: 1',
      'listPets 2: 2',
      'listPets 4: 1',
      `${NO_OPERATION} 2: 1`,
      `${NO_OPERATION} 4: 2`,
    ]);
  });

  test('that the quota or a restriction refuses are counted as 4xx', async () => {
    const limited = await server.issueKey('enterprise', { perMinute: 1, perDay: 10 });
    for (let count = 0; count < 3; count += 1) await server.call('/pets', limited);
    expect(await usageOf(limited.id)).toEqual(['listPets 2: 1', 'listPets 4: 2']);
    const restricted = await server.issueKey('free', undefined, { isReadOnly: true });
    await server.call('/pets', { key: restricted.key, method: 'POST', json: {} });
    expect(await usageOf(restricted.id)).toEqual(['createPet 4: 1']);
  });

  test('are counted on the UTC day on which they end', async () => {
    const { id, key } = await server.issueKey('business');
    await server.call('/pets', { key });
    server.clock.advance(DAY_SECONDS);
    await server.call('/pets', { key });
    await server.call('/pets', { key });
    expect(await usageOf(id, TODAY)).toEqual(['listPets 2: 1']);
    expect(await usageOf(id, TODAY + 1)).toEqual(['listPets 2: 2']);
  });

  test('of earlier flushes are added to', async () => {
    const { id, key } = await server.issueKey('business');
    for (let count = 1; count <= 3; count += 1) {
      await server.call('/pets', { key });
      expect(await usageOf(id)).toEqual([`listPets 2: ${count}`]);
    }
  });
});

describe('with a database file', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'animal-store-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test('when a client disconnects before the reply, then its request is counted as 4xx', async () => {
    const file = join(folder, 'store.db');
    const log = collectLog();
    const server = await startServer({ file, logTo: log.stream });
    const { id, key } = await server.issueKey('business');
    const other = new Database(file);
    other.exec('BEGIN IMMEDIATE'); // the server waits for the write lock
    const connection = openConnection(server.url);
    connection.send(formatRequest('GET /healthz'));
    await connection.reply();
    const body = '{"name":"Hambone","categoryId":1}';
    const headers = [
      `Authorization: Bearer ${key}`,
      'X-Request-Id: r-1',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ];
    connection.send(formatRequest('POST /v1/pets', headers, body));
    connection.destroy();
    await log.find(({ requestId }) => requestId === 'r-1');
    other.close();
    expect(await readUsage(server, id)).toEqual(['createPet 4: 1']);
    await server.close();
  });

  test('when there were no requests, then a flush writes nothing', async () => {
    const file = join(folder, 'store.db');
    const server = await startServer({ file });
    const other = new Database(file);
    const version = () => other.pragma('data_version', { simple: true });
    const before = version();
    await server.usage.flush();
    await server.usage.close();
    expect(version()).toBe(before);
    await server.call('/pets');
    await server.usage.flush();
    expect(version()).not.toBe(before);
    other.close();
    await server.close();
  });

  test('a flush does not clear the caches of keys and animals', async () => {
    const file = join(folder, 'store.db');
    const server = await startServer({ file });
    const list = async () => (await server.store.pets.list({ after: undefined, limit: 20 })).items;
    await server.call('/pets');
    const cached = await list();
    await server.usage.flush();
    await server.call('/pets');
    expect(await list()).toBe(cached);
    await server.close();
  });
});

describe('when the store cannot be written', () => {
  /** Fails before or after the write, as a lost connection does. */
  function flaky(store: UsageStore) {
    const failing: { at: 'before' | 'after' | undefined } = { at: undefined };
    const fail = () => {
      throw new StorageUnavailableError('the connection is lost');
    };
    const usage: UsageStore = {
      ...store,
      async add(batch, oldestDay) {
        if (failing.at === 'before') fail();
        await store.add(batch, oldestDay);
        if (failing.at === 'after') fail();
      },
    };
    return { usage, failing };
  }

  let server: TestServer;
  beforeEach(async () => {
    server = await startServer();
  });
  afterEach(() => server.close());

  const total = async () =>
    (await server.store.usage.list({ day: TODAY, keyId: 'key_1', operation: undefined })).reduce(
      (sum: number, row: UsageRow) => sum + row.requests,
      0,
    );

  test.each(['before', 'after'] as const)(
    'and the flush fails %s the commit, then every request is counted once by a later flush',
    async (at) => {
      const { usage, failing } = flaky(server.store.usage);
      const log = collectLog();
      const recorder = new UsageRecorder(usage, () => START_MS, pino({}, log.stream));
      recorder.record('key_1', 'listPets', 200);
      failing.at = at;
      await recorder.flush();
      recorder.record('key_1', 'listPets', 200);
      recorder.record('key_1', 'getPet', 404);
      await recorder.flush();
      expect(await total()).toBe(at === 'before' ? 0 : 1);
      failing.at = undefined;
      await recorder.flush();
      expect(await total()).toBe(3);
      await recorder.close();
      expect(await total()).toBe(3);
      expect(log.lines.map((line) => parseLine(line).msg)).toEqual([
        'usage cannot be written now: it is kept in memory',
        'usage is written again; nothing was lost',
      ]);
    },
  );

  test('until the server stops, then the log has the number of requests that are not counted', async () => {
    const { usage, failing } = flaky(server.store.usage);
    const log = collectLog();
    const recorder = new UsageRecorder(usage, () => START_MS, pino({}, log.stream));
    failing.at = 'before';
    recorder.record('key_1', 'listPets', 200);
    await recorder.flush();
    recorder.record('key_1', 'listPets', 200);
    await recorder.close();
    expect(parseLine(log.lines.at(-1) ?? '')).toMatchObject({ level: 50, requests: 2 });
  });
});

test('when more rows are recorded than a batch holds, then all of them are written', async () => {
  const server = await startServer();
  for (let key = 0; key < 2_500; key += 1) server.usage.record(`key_${key}`, 'listPets', 200);
  await server.usage.flush();
  const rows = await server.store.usage.list({
    day: TODAY,
    keyId: undefined,
    operation: undefined,
  });
  expect(rows).toHaveLength(2_500);
  await server.close();
});
