import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { document } from '@animal-store/contract';
import express from 'express';
import { pino } from 'pino';
import { listen } from '../../../src/http/server.js';
import { bodyParser } from '../../../src/middleware/body-parser.js';
import { requestId } from '../../../src/middleware/request-id.js';
import { expectError } from '../../support/expect-error.js';
import { formatRequest, sendRaw } from '../../support/raw-connection.js';
import { readContract } from '../../support/read-contract.js';
import { startServer, type TestServer } from '../../support/start-server.js';

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

const PET = '{"name":"Hambone","categoryId":1}';

/** A byte body, because fetch adds a media type to a string. */
function post(headers: Record<string, string>, body: Uint8Array = Buffer.from(PET)) {
  return server.call('/pets', { method: 'POST', body, headers });
}

async function expectNothingStored(): Promise<void> {
  expect((await server.call('/pets')).json).toEqual([]);
}

describe('when a body has another media type, then it is a 415:', () => {
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
  ])('"%.60s"', async (type) => {
    const reply = await post({ 'Content-Type': type });
    expectError(reply, 415, 'unsupported_media_type');
    expect(reply.headers.get('accept')).toBe('application/json'); // RFC 9110, 15.5.16
    await expectNothingStored();
  });

  test('without Content-Type', async () => {
    expectError(await post({}), 415, 'unsupported_media_type');
    await expectNothingStored();
  });

  test.each([
    ['application/json', 'text/plain'],
    ['text/plain', 'application/json'],
    ['application/json', 'application/json'],
  ])('with two of them, %s and %s', async (...types) => {
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

  test('on an operation without a body', async () => {
    const head = [`Authorization: Bearer ${server.key}`, 'Content-Type: text/plain'];
    const text = formatRequest('GET /v1/pets', [...head, 'Content-Length: 2'], 'hi');
    expectError(await sendRaw(server.url, text), 415, 'unsupported_media_type');
  });
});

test('when a POST has neither a body nor a media type, then it is a 415', async () => {
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
])('when the media type is spelt %s, then the body is read', async (type) => {
  const reply = await post({ 'Content-Type': type });
  expect(reply.status).toBe(201);
  expect(reply.json).toEqual({ id: 1, name: 'Hambone', categoryId: 1 });
});

test.each(['text/plain', 'application/json;charset=latin1', 'image/png', 'nonsense'])(
  'when there is no body, then the media type %s is ignored',
  async (type) => {
    const reply = await server.call('/pets', { headers: { 'Content-Type': type } });
    expect(reply.status).toBe(200);
  },
);

test('the body parser normalizes Content-Type, because the validator keeps a compiled copy for each value', async () => {
  const app = express();
  app.use(requestId(), bodyParser(readContract(document)));
  app.use((req, res) => void res.json(req.headers['content-type'] ?? null));
  const parser = await listen(app, { port: 0, host: '127.0.0.1', log: pino({ level: 'silent' }) });
  const url = `http://127.0.0.1:${parser.address.port}/`;
  const contentTypeAfterParser = async (type: string, body?: string) => {
    const init = body === undefined ? {} : { method: 'POST', body };
    return (await fetch(url, { ...init, headers: { 'Content-Type': type } })).json();
  };
  expect(await contentTypeAfterParser('application/json; charset="UTF-8"', PET)).toBe(
    'application/json',
  );
  expect(await contentTypeAfterParser('Application/JSON')).toBe('application/json');
  expect(await contentTypeAfterParser('text/plain; tag=1')).toBeNull();
  await parser.close();
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
  ])('Content-Encoding "%s"', async (encoding, body) => {
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': encoding };
    expectError(await post(headers, body), 415, 'unsupported_media_type');
    await expectNothingStored();
  });

  test('a decompression bomb', async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000, ' '));
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
    expectError(await post(headers, bomb), 415, 'unsupported_media_type');
  });

  test('without Content-Encoding, then it is not JSON', async () => {
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

test('when a body is empty and has a Content-Encoding, then it is a 415', async () => {
  const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
  const reply = await server.call('/pets', { method: 'POST', headers, body: '' });
  expect(reply.status).toBe(415);
});
