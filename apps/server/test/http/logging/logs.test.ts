// The log line of a request, and that of a failure. Forged lines: faults/fuzz.test.ts.
import { dayOf } from '@animal-store/contract/rate-limit';
import Database from 'better-sqlite3';
import { type CollectedLog, collectLog, parseLine } from '../../support/collect-log.js';
import { TOO_LARGE_BYTES } from '../../support/contract-values.js';
import { expectError } from '../../support/expect-error.js';
import { formatRequest, openConnection, sendRaw } from '../../support/raw-connection.js';
import { startServer, type TestServer } from '../../support/start-server.js';
import { databaseFile } from '../operations/helpers.js';

let server: TestServer;
let log: CollectedLog;
let place: ReturnType<typeof databaseFile>;
beforeEach(async () => {
  place = databaseFile();
  log = collectLog();
  server = await startServer({ file: place.file, logTo: log.stream });
});
afterEach(async () => {
  await server.close();
  place.remove();
});

/** Entries of a request, after all earlier requests have been logged. */
async function linesOf(requestId: string) {
  await fetch(`${server.url}/openapi.json`, { headers: { 'X-Request-Id': 'last' } });
  await log.find((entry) => entry.requestId === 'last');
  return log.lines.map(parseLine).filter((entry) => entry.requestId === requestId);
}

describe('a request is logged as one JSON line', () => {
  test('with method, URL, status, duration, client, key, plan and operation', async () => {
    const headers = { 'X-Request-Id': 'r-1' };
    await server.call('/pets?limit=5', { headers });
    const [key] = await server.store.keys.list(server.clock.nowMs);
    const fixed = { level: 30, pid: process.pid, requestId: 'r-1', method: 'GET', status: 200 };
    const [line] = await linesOf('r-1');
    expect(line).toEqual({
      ...{ ...fixed, url: '/v1/pets?limit=5', client: '127.0.0.1', msg: 'request' },
      ...{ keyId: key?.id, plan: 'enterprise', operation: 'listPets' },
      ...{ time: expect.any(Number), durationMs: expect.any(Number), hostname: expect.any(String) },
    });
  });

  test.each<[string, string[] | null, object]>([
    ['HEAD /v1/pets', [], { method: 'HEAD', status: 200, operation: 'listPets' }],
    ['OPTIONS /v1/pets', [], { method: 'OPTIONS', status: 204 }],
    ['GET /v1/pets/1', [], { status: 404, code: 'not_found', operation: 'getPet' }],
    ['GET /v1/pets?limit=0', [], { url: '/v1/pets?limit=0', status: 400, code: 'invalid_request' }],
    ['DELETE /v1/pets', [], { method: 'DELETE', status: 405, code: 'method_not_allowed' }],
    [
      'POST /v1/pets',
      ['Content-Type: application/json', `Content-Length: ${TOO_LARGE_BYTES}`],
      { status: 413, code: 'payload_too_large' },
    ],
    ['POST /v1/pets', [], { status: 415, code: 'unsupported_media_type', operation: 'createPet' }],
    ['GET /v1/pets', null, { status: 401, code: 'unauthorized', operation: 'listPets' }],
    ['GET /nope', null, { url: '/nope', status: 404, code: 'not_found' }],
    ['GET /openapi.json', null, { url: '/openapi.json', status: 200 }],
    ['GET http://a.example/v1/pets', [], { url: '/v1/pets', status: 200 }],
  ])('%s', async (startLine, sent, wanted) => {
    const key = sent === null ? [] : [`Authorization: Bearer ${server.key}`];
    const options = { withoutBody: startLine.startsWith('HEAD') };
    const headers = ['X-Request-Id: r-1', ...key, ...(sent ?? [])];
    await sendRaw(server.url, formatRequest(startLine, headers), options);
    const entries = await linesOf('r-1');
    expect(entries).toEqual([expect.objectContaining({ level: 30, msg: 'request', ...wanted })]);
    expect('keyId' in (entries[0] ?? {})).toBe(sent !== null);
    expect(entries[0]).not.toHaveProperty('aborted');
  });

  test('with at most 512 characters of its URL', async () => {
    const path = `/v1/${'a'.repeat(10_000)}`;
    await fetch(`${server.url}${path}`, { headers: { 'X-Request-Id': 'r-1' } });
    const [entry] = await linesOf('r-1');
    expect(entry?.url).toBe(path.slice(0, 512));
  });
});

describe('a server error is logged with its reason, which the client does not get', () => {
  test('when it is a 500', async () => {
    const database = new Database(place.file);
    database.exec('DROP TABLE pets');
    database.close();
    const reply = await server.call('/pets', { headers: { 'X-Request-Id': 'r-1' } });
    expectError(reply, 500, 'internal_error');
    expect(reply.text).not.toMatch(/pets|table|SQL/i);
    expect(await linesOf('r-1')).toEqual([
      expect.objectContaining({
        level: 50,
        code: 'internal_error',
        err: expect.objectContaining({ message: 'no such table: pets', stack: expect.any(String) }),
      }),
      expect.objectContaining({ level: 30, status: 500, operation: 'listPets' }),
    ]);
  });

  test('when it is a 503', async () => {
    await server.store.close();
    const reply = await fetch(`${server.url}/readyz`, { headers: { 'X-Request-Id': 'r-1' } });
    expect(reply.status).toBe(503);
    expect(await linesOf('r-1')).toEqual([
      expect.objectContaining({
        level: 50,
        code: 'unavailable',
        err: expect.objectContaining({
          message: expect.stringMatching(/^the database is closed/),
        }),
      }),
      expect.objectContaining({ level: 30, status: 503 }),
    ]);
  });
});

describe('when a client disconnects, then the request is logged once', () => {
  test('during its body, which is not stored', async () => {
    const connection = openConnection(server.url);
    const headers = ['X-Request-Id: r-1', `Authorization: Bearer ${server.key}`];
    const body = ['Content-Type: application/json', 'Content-Length: 33', 'Expect: 100-continue'];
    connection.send(formatRequest('POST /v1/pets', [...headers, ...body]));
    expect((await connection.reply()).status).toBe(100);
    connection.send('{"name":"Hambone","categoryId":1');
    connection.destroy();
    await log.find((entry) => entry.requestId === 'r-1');
    expect(await linesOf('r-1')).toEqual([
      // the client may have closed only its own side, so it gets a response
      expect.objectContaining({ status: 400, method: 'POST', client: '127.0.0.1' }),
    ]);
    expect((await server.call('/pets')).json).toEqual([]);
  });

  test('while it waits: without a status, because there was no response; its usage is that of a 4xx', async () => {
    const database = new Database(place.file);
    database.exec('BEGIN IMMEDIATE'); // blocks all writers
    const connection = openConnection(server.url);
    connection.send(formatRequest('GET /healthz'));
    await connection.reply();
    const body = '{"name":"Hambone","categoryId":1}';
    const headers = ['X-Request-Id: r-1', `Authorization: Bearer ${server.key}`];
    const length = ['Content-Type: application/json', `Content-Length: ${body.length}`];
    connection.send(formatRequest('POST /v1/pets', [...headers, ...length], body));
    connection.destroy();
    const entry = await log.find((line) => line.requestId === 'r-1');
    expect(entry).toMatchObject({ aborted: true, operation: 'createPet', client: '127.0.0.1' });
    expect(entry).not.toHaveProperty('status');
    database.exec('ROLLBACK');
    database.close();
    await server.usage.flush();
    const day = dayOf(server.clock.nowMs);
    const usage = await server.store.usage.list({ day, keyId: undefined, operation: 'createPet' });
    expect(usage).toMatchObject([{ statusClass: 4, requests: 1 }]);
    const later = await server.call('/pets', {
      method: 'POST',
      json: { name: 'x', categoryId: 1 },
    });
    expect(later.status).toBe(201);
    expect(await linesOf('r-1')).toHaveLength(1);
  });
});
