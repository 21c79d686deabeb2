// Requests that no HTTP client would send: their targets, methods, bodies, headers and request ids.
import { limits } from '@animal-store/contract/conformance';
import { expectError } from '../../support/expect-error.js';
import {
  formatPost,
  formatRequest,
  openConnection,
  sendRaw,
} from '../../support/raw-connection.js';
import { useSharedServer } from '../../support/use-server.js';

const MAX_BYTES = limits.MAX_BODY_BYTES;
const PET = '{"name":"Hambone","categoryId":1}';
const JSON_TYPE = 'Content-Type: application/json';
const GENERATED_ID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

const server = useSharedServer({ corsOrigins: ['https://shop.example'] });
beforeAll(() => server.store.pets.insert({ name: 'Hambone', categoryId: 1 }));

const keyLine = () => `Authorization: Bearer ${server.key}`;
const lengthOf = (body: string) => `Content-Length: ${Buffer.byteLength(body)}`;
const withKey = (startLine: string, headers: readonly string[] = [], body = '') =>
  formatRequest(startLine, [keyLine(), ...headers], body);
const send = (startLine: string) => sendRaw(server.url, withKey(startLine));
const post = (headers: readonly string[], body: string) =>
  withKey('POST /v1/pets', [JSON_TYPE, ...headers], body);
const withLength = (body: string) => formatPost(server.key, body);

describe('when a path is not in the contract, then it is a 404 that counts only below /v1', () => {
  const below = ['/v1/./pets', '/v1/../v1/pets', '/v1/../healthz', '/v1/..%2fhealthz'];
  const outside = [
    ...['//', '//v1/pets', '/v1%2Fpets', '/pets', '/V1/pets', '/v2/pets', '/v10/pets', '/v1x'],
    ...['/%761/pets', '/robots.txt', '/healthz/', '/Healthz', '/openapi.yaml', '/openapi.json/'],
    ...['/%zz', '/%', '/%00', '/../../etc/passwd', '/..%2f..%2fetc%2fpasswd', '/.env', '/\\'],
    ...['/<script>alert(1)</script>', '/__proto__', '*'],
  ];

  test.each([...below, ...outside])('%s', async (path) => {
    const others = path === '*' ? ['OPTIONS *'] : [`GET http://animals.example${path}`];
    for (const startLine of [`GET ${path}`, `POST ${path}`, `TRACE ${path}`, ...others]) {
      const reply = await send(startLine);
      expectError(reply, 404, 'not_found');
      expect(reply.headers.has('x-ratelimit-limit')).toBe(below.includes(path));
      expect(reply.headers.has('x-request-id')).toBe(true);
      expect(reply.headers.get('allow')).toBeNull();
    }
  });
});

describe('when the request target is absolute', () => {
  test.each(['http://animals.example', 'https://animals.example:8443', 'HTTP://user:pw@127.0.0.1'])(
    'then it is read as its path and query: %s',
    async (origin) => {
      const { status, text } = await send(`GET ${origin}/v1/pets?limit=1`);
      expect([status, text]).toEqual([200, '[{"id":1,"name":"Hambone","categoryId":1}]']);
      const refused = await send(`GET ${origin}/v1/pets?limit=0`);
      expectError(refused, 400, 'invalid_request', ['query /limit']);
      expect((await send(`GET ${origin}`)).status).toBe(200);
      const withoutKey = await sendRaw(server.url, formatRequest(`GET ${origin}/v1/pets`));
      expectError(withoutKey, 401, 'unauthorized');
    },
  );
});

test.each([
  ...['http://[bad/v1/pets', 'http://a:b/v1/pets', 'foo://animals', 'http://', 'http:///'],
  ...[
    'http:///v1/pets',
    'http://:80/v1/pets',
    'http://a@/v1/pets',
    'http://a\\b',
    'ftp://a/v1/pets',
  ],
  ...['/v1/pets#all', '/v1/pets?limit=5#', '#', '//a@[b#c', 'http://animals.example/v1/pets#all'],
])(
  'when the request target is invalid, as %s, then a 400 closes the connection',
  async (target) => {
    const reply = await send(`GET ${target}`);
    expectError(reply, 400, 'invalid_request', ['header ']);
    expect(reply.headers.get('connection')).toBe('close');
  },
);

test('when the method is TRACE, which fetch does not send, then it is a 405', async () => {
  expectError(await send('TRACE /v1/pets'), 405, 'method_not_allowed');
});

/** Chunks of 4 KiB, so that the size is unknown until the end. */
function chunked(body: string): string {
  const chunks = body.match(/.{1,4096}/g) ?? [];
  const frames = chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`);
  return post(['Transfer-Encoding: chunked'], `${frames.join('')}0\r\n\r\n`);
}

test('when a chunked body has the maximum size, then it is accepted, and with one byte more it is a 413', async () => {
  const before = (await server.call('/pets')).text;
  for (const body of [
    PET.padEnd(MAX_BYTES + 1),
    PET.padEnd(1_000_000),
    '{'.repeat(MAX_BYTES + 1),
  ]) {
    const reply = await sendRaw(server.url, chunked(body));
    expectError(reply, 413, 'payload_too_large');
    expect(reply.headers.has('x-ratelimit-limit')).toBe(true);
  }
  expect((await server.call('/pets')).text).toBe(before);
  for (const bytes of [MAX_BYTES - 1, MAX_BYTES])
    expect((await sendRaw(server.url, chunked(PET.padEnd(bytes)))).status).toBe(201);
});

test.each([
  ['with Content-Length', withLength],
  ['in chunks', chunked],
])('when a body %s is slightly too large, then the connection is kept', async (_, requestOf) => {
  const connection = openConnection(server.url);
  connection.send(requestOf(PET.padEnd(MAX_BYTES + 4_000)));
  connection.send(withLength(PET));
  expect((await connection.reply()).status).toBe(413);
  expect((await connection.reply()).status).toBe(201);
  connection.destroy();
});

test('when there are two media types or a coding beside chunked, then it is a 415', async () => {
  for (const headers of [
    [JSON_TYPE, 'Content-Type: text/plain', lengthOf(PET)],
    ['Content-Type: text/plain', JSON_TYPE, lengthOf(PET)],
    [JSON_TYPE, JSON_TYPE, lengthOf(PET)],
    [JSON_TYPE, 'Transfer-Encoding: gzip, chunked'],
  ]) {
    const isSized = headers.includes(lengthOf(PET));
    const body = isSized ? PET : `${PET.length.toString(16)}\r\n${PET}\r\n0\r\n\r\n`;
    const reply = await sendRaw(server.url, withKey('POST /v1/pets', headers, body));
    expectError(reply, 415, 'unsupported_media_type');
  }
});

test.each(['application/json;', 'application/json ; ; charset=UTF-8 ;'])(
  'when the media type has an empty parameter, as %s, then it is accepted',
  async (type) => {
    const headers = [`Content-Type: ${type}`, lengthOf(PET)];
    expect((await sendRaw(server.url, withKey('POST /v1/pets', headers, PET))).status).toBe(201);
  },
);

test('when a GET has a body, then its media type is checked, also of a URL that was valid', async () => {
  expect((await server.call('/pets')).status).toBe(200);
  const request = withKey('GET /v1/pets', ['Content-Type: text/plain', lengthOf('hi')], 'hi');
  expectError(await sendRaw(server.url, request), 415, 'unsupported_media_type');
});

test('when an Authorization header follows 2,500 others, then it is not ignored', async () => {
  const headers = [...Array<string>(2500).fill('a:'), 'Authorization: Bearer zzz'];
  expectError(await sendRaw(server.url, withKey('GET /v1/pets', headers)), 401, 'unauthorized');
});

test('when there are two Idempotency-Keys, then it is a 400 that names the header', async () => {
  const headers = ['Idempotency-Key: a1', 'Idempotency-Key: a2', lengthOf(PET)];
  const reply = await sendRaw(server.url, post(headers, PET));
  expectError(reply, 400, 'invalid_request', ['header /Idempotency-Key']);
});

test.each([
  ['garbage follows a request', [lengthOf(PET)], `${PET}GARBAGE\r\n\r\n`, 201],
  ['a chunked body is malformed', ['Transfer-Encoding: chunked'], 'zz\r\n', 400],
])('when %s, then its response has the id of the request', async (_, headers, body, status) => {
  const reply = await sendRaw(server.url, post(['X-Request-Id: mine', ...headers], body));
  expect([reply.status, reply.headers.get('x-request-id')]).toEqual([status, 'mine']);
});

const PREFLIGHT = ['Origin: https://shop.example', 'Access-Control-Request-Method: GET'];

test.each([
  ['GET /nope', 404, []],
  ['GET /healthz', 200, []],
  ['GET /readyz', 200, []],
  ['GET /openapi.json', 200, []],
  ['OPTIONS /v1/pets', 204, PREFLIGHT],
])('when %s is no request of the contract, then its reply has an id too', async (...row) => {
  const [startLine, status, headers] = row;
  const ids = new Set<string | null>();
  for (let count = 0; count < 2; count += 1) {
    const fresh = await sendRaw(server.url, formatRequest(startLine, headers));
    expect(fresh.status).toBe(status);
    expect(fresh.headers.get('x-request-id')).toMatch(GENERATED_ID);
    ids.add(fresh.headers.get('x-request-id'));
  }
  expect(ids.size).toBe(2);
  const idFor = async (...lines: string[]) =>
    (await sendRaw(server.url, formatRequest(startLine, [...headers, ...lines]))).headers.get(
      'x-request-id',
    );
  expect(await idFor('X-Request-Id: my-1')).toBe('my-1');
  expect(await idFor('X-Request-Id: a', 'X-Request-Id: b')).toMatch(GENERATED_ID);
});
