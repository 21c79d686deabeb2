import { expectError } from '../../support/expect-error.js';
import { formatRequest, sendRaw } from '../../support/raw-connection.js';
import { startServer, type TestServer } from '../../support/start-server.js';

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
  await server.store.pets.create({ name: 'Hambone', categoryId: 1 });
});
afterEach(() => server.close());

/** Sent as it stands: an HTTP client would mend some of it. */
function send(startLine: string, headers: readonly string[] = [], body = '') {
  const text = formatRequest(startLine, [`Authorization: Bearer ${server.key}`, ...headers], body);
  return sendRaw(server.url, text);
}

describe('a path beside the contract is a counted 404:', () => {
  test.each([
    '/v1',
    '/v1/',
    '/v1?limit=5',
    '/v1//',
    '/v1//pets',
    '/v1/pets/',
    '/v1/pets//',
    '/v1/pets//1',
    '/v1/pets/1/',
    '/v1/pets/1/2',
    '/v1/Pets',
    '/v1/PETS/1',
    '/v1/pet',
    '/v1/petsy',
    '/v1/pets.json',
    '/v1/pets;v=1',
    '/v1/pets%20',
    '/v1/pets%00',
    '/v1/%70ets',
    '/v1%2Fpets',
    '/v1/pets%2F1',
    '/v1/pets%3Flimit=5',
    '/v1/./pets',
    '/v1/../v1/pets',
    '/v1/../healthz',
    '/v1/..%2fhealthz',
    '/v1/healthz',
    '/v1/store',
    '/v1/store/orders/',
    '/v1/store/orders/1',
    '/v1/*',
    '/v1/{petId}',
    '/v1/%zz',
    '/v1/%FF',
    '/v1/__proto__',
    '/v1/constructor',
  ])('%s', async (path) => {
    const reply = await send(`GET ${path}`);
    expectError(reply, 404, 'not_found');
    const counted = !path.startsWith('/v1%2F');
    expect(reply.headers.has('x-ratelimit-limit')).toBe(counted);
    expect(reply.headers.get('deprecation')).toBeNull();
  });
});

describe('a path beside /v1 is a 404 in the same form, and not counted:', () => {
  test.each([
    '/',
    '//',
    '//v1/pets',
    '/pets',
    '/V1/pets',
    '/v2/pets',
    '/v10/pets',
    '/v1x',
    '/%761/pets',
    '/favicon.ico',
    '/robots.txt',
    '/healthz/',
    '/Healthz',
    '/openapi.yaml',
    '/openapi.json/',
    '/%zz',
    '/%',
    '/%00',
    '/../../etc/passwd',
    '/..%2f..%2fetc%2fpasswd',
    '/.env',
    '/<script>alert(1)</script>',
    '/\\',
    '/__proto__',
    '*',
  ])('%s', async (path) => {
    const reply = await send(`GET ${path}`);
    expectError(reply, 404, 'not_found');
    expect(reply.headers.has('x-ratelimit-limit')).toBe(false);
    expect(reply.headers.has('x-request-id')).toBe(true);
  });
});

describe.each(['/v1/pets/', '/v1//pets', '/v1/Pets', '/v1/%70ets', '/v1/pets/1/', '/v1/', '/v1'])(
  'a path that only looks like one of the contract’s, such as %s,',
  (path) => {
    test.each([
      ['OPTIONS', ''],
      ['DELETE', ''],
      ['POST', '{"name":"Emily","categoryId":1}'],
      ['POST', '{"name":1,"name":2}'],
    ])('is a 404 for %s, too %s', async (method, body) => {
      const headers = body
        ? ['Content-Type: application/json', `Content-Length: ${body.length}`]
        : [];
      const reply = await send(`${method} ${path}`, headers, body);
      expectError(reply, 404, 'not_found');
      expect(reply.headers.get('allow')).toBeNull();
      expect((await server.call('/pets')).json).toHaveLength(1);
    });
  },
);

test('a slash inside an identifier is part of it, not of the path', async () => {
  expectError(await send('GET /v1/pets/1%2F2'), 400, 'invalid_request', ['path /petId']);
});

test('a very long URL is answered like a short one', async () => {
  const long = 'a'.repeat(15_000);
  expectError(await send(`GET /v1/${long}`), 404, 'not_found');
  expectError(await send(`GET /v1/pets/${long}`), 400, 'invalid_request', ['path /petId']);
  expectError(await send(`GET /v1/pets?${long}`), 400, 'invalid_request', [
    `query /${'a'.repeat(254)}…`,
  ]);
  expectError(await send(`GET /v1/pets?cursor=${long}`), 400, 'invalid_request', ['query /cursor']);
});

describe('an absolute request target', () => {
  test.each(['http://animals.example', 'https://animals.example:8443', 'HTTP://user:pw@127.0.0.1'])(
    'is read as its path and query: %s',
    async (origin) => {
      const reply = await send(`GET ${origin}/v1/pets?limit=1`);
      expect([reply.status, reply.text]).toEqual([
        200,
        '[{"id":1,"name":"Hambone","categoryId":1}]',
      ]);
      expectError(await send(`GET ${origin}/v1/pets?limit=0`), 400, 'invalid_request', [
        'query /limit',
      ]);
      expectError(await send(`GET ${origin}`), 404, 'not_found');
    },
  );

  test('needs the key like any other', async () => {
    const reply = await sendRaw(server.url, formatRequest('GET http://animals.example/v1/pets'));
    expectError(reply, 401, 'unauthorized');
  });

  test.each(['http://[bad/v1/pets', 'http://a:b/v1/pets', 'foo://animals', 'http://', 'http:///'])(
    'that is none is a 400 that closes the connection: %s',
    async (target) => {
      const reply = await send(`GET ${target}`);
      expectError(reply, 400, 'invalid_request', ['header ']);
      expect(reply.headers.get('connection')).toBe('close');
    },
  );
});

test.each([
  '/v1/pets#all',
  '/v1/pets?limit=5#',
  '#',
  '//a@[b#c',
  'http://animals.example/v1/pets#all',
])('a fragment in the request target is a 400 that closes the connection: %s', async (target) => {
  const reply = await send(`GET ${target}`);
  expectError(reply, 400, 'invalid_request', ['header ']);
  expect(reply.headers.get('connection')).toBe('close');
});
