// The log line of a request, and that of a failure. Forged lines: faults/fuzz.test.ts.
import { dayOf } from '@animal-store/core/rate-limit';
import Database from 'better-sqlite3';
import { collect } from '../../support/collect.js';
import { TOO_LARGE_BYTES } from '../../support/contract-values.js';
import { expectError } from '../../support/expect-error.js';
import {
  formatPost,
  formatRequest,
  openConnection,
  sendRaw,
  startPost,
} from '../../support/raw-connection.js';
import { useServerOnFile } from '../../support/use-server.js';

const server = useServerOnFile();
const PET = '{"name":"Hambone","categoryId":1}';
const ID = ['X-Request-Id: r-1'];
const ID_HEADER = { 'X-Request-Id': 'r-1' };

/** Entries of the request with that id. */
const logged = async () => (await server.logged()).filter(({ requestId }) => requestId === 'r-1');

describe('a request is logged as one JSON line', () => {
  test('with method, URL, status, duration, client, key, plan and operation', async () => {
    await server.call('/pets?limit=5', { headers: ID_HEADER });
    const [key] = await collect(server.store.keys.list(server.clock.nowMs));
    const fixed = { level: 30, pid: process.pid, requestId: 'r-1', method: 'GET', status: 200 };
    const [line] = await logged();
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
    const headers = [...ID, ...key, ...(sent ?? [])];
    await sendRaw(server.url, formatRequest(startLine, headers), options);
    const entries = await logged();
    expect(entries).toMatchObject([{ level: 30, msg: 'request', ...wanted }]);
    expect('keyId' in (entries[0] ?? {})).toBe(sent !== null);
    expect(entries[0]).not.toHaveProperty('aborted');
  });

  test('with at most 512 characters of its URL', async () => {
    const path = `/v1/${'a'.repeat(10_000)}`;
    await fetch(`${server.url}${path}`, { headers: ID_HEADER });
    const [entry] = await logged();
    expect(entry?.url).toBe(path.slice(0, 512));
  });
});

describe('a server error is logged with its reason, which the client does not get', () => {
  test('when it is a 500', async () => {
    const database = new Database(server.file);
    database.exec('DROP TABLE pets');
    database.close();
    const reply = await server.call('/pets', { headers: ID_HEADER });
    expectError(reply, 500, 'internal_error');
    expect(reply.text).not.toMatch(/pets|table|SQL/i);
    const err = { message: 'no such table: pets', stack: expect.any(String) };
    expect(await logged()).toMatchObject([
      { level: 50, code: 'internal_error', err },
      { level: 30, status: 500, operation: 'listPets' },
    ]);
  });

  test('when it is a 503', async () => {
    await server.store.close();
    const reply = await fetch(`${server.url}/readyz`, { headers: ID_HEADER });
    expect(reply.status).toBe(503);
    const err = { message: expect.stringMatching(/^the database is closed/) };
    expect(await logged()).toMatchObject([
      { level: 50, code: 'unavailable', err },
      { level: 30, status: 503 },
    ]);
  });
});

describe('when a client disconnects, then the request is logged once', () => {
  test('during its body, which is not stored', async () => {
    const connection = await startPost(server, PET, ID);
    connection.send(PET.slice(0, -1));
    connection.destroy();
    await server.log.find(({ requestId }) => requestId === 'r-1');
    // the client may have closed only its own side, so it gets a response
    const entry = { status: 400, method: 'POST', client: '127.0.0.1' };
    expect(await logged()).toMatchObject([entry]);
    expect((await server.call('/pets')).json).toEqual([]);
  });

  test('while it waits: without a status, because there was no response; its usage is that of a 4xx', async () => {
    const database = new Database(server.file);
    database.exec('BEGIN IMMEDIATE'); // blocks all writers
    const connection = openConnection(server.url);
    connection.send(formatRequest('GET /healthz'));
    await connection.reply();
    connection.send(formatPost(server.key, PET, ID));
    connection.destroy();
    const entry = await server.log.find(({ requestId }) => requestId === 'r-1');
    expect(entry).toMatchObject({ aborted: true, operation: 'createPet', client: '127.0.0.1' });
    expect(entry).not.toHaveProperty('status');
    database.exec('ROLLBACK');
    database.close();
    await server.usage.flush();
    const day = dayOf(server.clock.nowMs);
    const usage = await collect(
      server.store.usage.list({
        firstDay: day,
        lastDay: day,
        keyId: undefined,
        operation: 'createPet',
      }),
    );
    expect(usage).toMatchObject([{ statusClass: 4, requests: 1 }]);
    expect((await server.call('/pets', { method: 'POST', json: JSON.parse(PET) })).status).toBe(
      201,
    );
    expect(await logged()).toHaveLength(1);
  });
});
