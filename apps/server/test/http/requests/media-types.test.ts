import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { document } from '@animal-store/contract';
import express from 'express';
import { pino } from 'pino';
import { readContract } from '../../../src/contract/contract.js';
import { listen } from '../../../src/http/server.js';
import { bodyParser } from '../../../src/middleware/body-parser.js';
import { assignRequestId } from '../../../src/middleware/request-id.js';
import { expectError } from '../../support/expect-error.js';
import { formatRequest, sendRaw } from '../../support/raw-connection.js';
import { startServer, type TestServer } from '../../support/start-server.js';

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

const PET = '{"name":"Hambone","categoryId":1}';

/** Sent as bytes, since to those an HTTP client adds no media type of its own. */
function post(headers: Record<string, string>, body: Uint8Array = Buffer.from(PET)) {
  return server.call('/pets', { method: 'POST', body, headers });
}

async function expectNothingStored(): Promise<void> {
  expect((await server.call('/pets')).json).toEqual([]);
}

describe('when a body comes with another media type, then it is a 415:', () => {
  test.each([
    '',
    'text/plain',
    'text/json',
    'json',
    'application/xml',
    'application/jsonp',
    'application/json5',
    'application/vnd.api+json',
    'application/merge-patch+json',
    'application/problem+json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=b',
    'multipart/form-data',
    'application/octet-stream',
    '*/*',
    'application/*',
    'application/json, text/plain',
    'text/plain, application/json',
    'application/json;charset=latin1',
    'application/json; charset=utf-16',
    'application/json; charset=',
    'application/json; version=1',
    'application/json; charset=utf-8; version=1',
    'application / json',
    `application/json; charset=${'a'.repeat(5000)}`,
  ])('%s', async (type) => {
    const reply = await post({ 'Content-Type': type });
    expectError(reply, 415, 'unsupported_media_type');
    expect(reply.headers.get('accept')).toBe('application/json'); // RFC 9110, 15.5.16
    await expectNothingStored();
  });

  test('none at all', async () => {
    expectError(await post({}), 415, 'unsupported_media_type');
    await expectNothingStored();
  });

  test.each([
    ['application/json', 'text/plain'],
    ['text/plain', 'application/json'],
    ['application/json', 'application/json'],
  ])('two of them, %s and %s', async (...types) => {
    const text = formatRequest(
      'POST /v1/pets',
      [
        `Authorization: Bearer ${server.key}`,
        ...types.map((type) => `Content-Type: ${type}`),
        `Content-Length: ${PET.length}`,
      ],
      PET,
    );
    expectError(await sendRaw(server.url, text), 415, 'unsupported_media_type');
    await expectNothingStored();
  });

  test('even if the operation takes no body', async () => {
    const head = [`Authorization: Bearer ${server.key}`, 'Content-Type: text/plain'];
    const text = formatRequest('GET /v1/pets', [...head, 'Content-Length: 2'], 'hi');
    expectError(await sendRaw(server.url, text), 415, 'unsupported_media_type');
  });
});

test('when there is neither a body nor a media type, then an operation that needs one is a 415', async () => {
  const reply = await server.call('/pets', { method: 'POST' });
  expectError(reply, 415, 'unsupported_media_type');
  expect(reply.headers.get('accept')).toBe('application/json');
});

test.each([
  'application/json',
  'application/json;charset=utf-8',
  'application/json; charset=UTF-8',
  'application/json; charset="utf-8"',
  'application/json ; charset=utf-8 ',
  'Application/JSON; Charset=Utf-8',
  'APPLICATION/JSON',
])('when it is spelt %s, then the body is read', async (type) => {
  const reply = await post({ 'Content-Type': type });
  expect(reply.status).toBe(201);
  expect(reply.json).toEqual({ id: 1, name: 'Hambone', categoryId: 1 });
});

test.each(['text/plain', 'application/json;charset=latin1', 'image/png', 'nonsense'])(
  'when there is no body, then the media type %s does not matter',
  async (type) => {
    const reply = await server.call('/pets', { headers: { 'Content-Type': type } });
    expect(reply.status).toBe(200);
  },
);

test('behind this stage there is one spelling, or none without a body: the validator keeps a copy of itself for each', async () => {
  const app = express();
  app.use(requestId(), bodyParser(readContract(document)));
  app.use((req, res) => void res.json(req.headers['content-type'] ?? null));
  const stage = await listen(app, { port: 0, host: '127.0.0.1', log: pino({ level: 'silent' }) });
  const url = `http://127.0.0.1:${stage.address.port}/`;
  const seen = async (type: string, body?: string) => {
    const init = body === undefined ? {} : { method: 'POST', body };
    return (await fetch(url, { ...init, headers: { 'Content-Type': type } })).json();
  };
  expect(await seen('application/json; charset="UTF-8"', PET)).toBe('application/json');
  expect(await seen('Application/JSON')).toBe('application/json');
  expect(await seen('text/plain; tag=1')).toBeNull();
  await stage.close();
});

describe('when a body is compressed, then it is a 415:', () => {
  test.each([
    ['gzip', gzipSync(PET)],
    ['x-gzip', gzipSync(PET)],
    ['deflate', deflateSync(PET)],
    ['br', brotliCompressSync(PET)],
    ['GZIP', gzipSync(PET)],
    ['identity, gzip', gzipSync(PET)],
    ['gzip, gzip', gzipSync(gzipSync(PET))],
    ['zstd', Buffer.from(PET)],
    ['gzip', Buffer.from(PET)],
    ['', Buffer.from(PET)],
  ])('Content-Encoding %j', async (encoding, body) => {
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': encoding };
    expectError(await post(headers, body), 415, 'unsupported_media_type');
    await expectNothingStored();
  });

  test('a small one that would unpack to a huge one, too', async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000, ' '));
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
    expectError(await post(headers, bomb), 415, 'unsupported_media_type');
  });

  test('and one that does not say so is no JSON', async () => {
    const reply = await post({ 'Content-Type': 'application/json' }, gzipSync(PET));
    expectError(reply, 400, 'invalid_request', ['body ']);
    await expectNothingStored();
  });
});

test.each(['identity', 'Identity'])(
  'when the encoding is %s, then the body is read',
  async (encoding) => {
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': encoding };
    expect((await post(headers)).status).toBe(201);
  },
);

test('when a body is announced as empty and as compressed, then it is refused as any compressed body', async () => {
  const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
  const reply = await server.call('/pets', { method: 'POST', headers, body: '' });
  expect(reply.status).toBe(415);
});
