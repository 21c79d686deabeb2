import { document } from '@animal-store/contract';
import { isDeclaredPath } from '../../support/contract-values.js';
import { expectError } from '../../support/expect-error.js';
import { formatRequest, sendRaw } from '../../support/raw-connection.js';
import { readContract } from '../../support/read-contract.js';
import { startServer, type TestServer } from '../../support/start-server.js';

const { maxPathLength } = readContract(document).errorBounds;

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
  await server.store.pets.insert({ name: 'Hambone', categoryId: 1 });
});
afterEach(() => server.close());

/** Sends a raw request, because an HTTP client would normalize the path. */
function send(startLine: string, headers: readonly string[] = [], body = '') {
  const text = formatRequest(startLine, [`Authorization: Bearer ${server.key}`, ...headers], body);
  return sendRaw(server.url, text);
}

describe('when a path below /v1 is not in the contract, then it is a 404 that counts:', () => {
  const paths = [
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
  ];

  test.each(paths.filter((path) => !isDeclaredPath(path.replace('/v1', ''))))(
    '%s',
    async (path) => {
      const reply = await send(`GET ${path}`);
      expectError(reply, 404, 'not_found');
      const counted = !path.startsWith('/v1%2F');
      expect(reply.headers.has('x-ratelimit-limit')).toBe(counted);
      expect(reply.headers.get('deprecation')).toBeNull();
    },
  );
});

describe('when a path is not below /v1, then it is a 404 that does not count:', () => {
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
  'when a path only resembles one of the contract, such as %s,',
  (path) => {
    test.each([
      ['OPTIONS', ''],
      ['DELETE', ''],
      ['POST', '{"name":"Emily","categoryId":1}'],
      ['POST', '{"name":1,"name":2}'],
    ])('then %s %s is a 404', async (method, body) => {
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

test('when an id contains an encoded slash, then it is part of the id', async () => {
  expectError(await send('GET /v1/pets/1%2F2'), 400, 'invalid_request', ['path /petId']);
});

test('when a URL is very long, then the error is the same as for a short one', async () => {
  const long = 'a'.repeat(15_000);
  expectError(await send(`GET /v1/${long}`), 404, 'not_found');
  expectError(await send(`GET /v1/pets/${long}`), 400, 'invalid_request', ['path /petId']);
  expectError(await send(`GET /v1/pets?${long}`), 400, 'invalid_request', [
    `query /${'a'.repeat(maxPathLength - 2)}…`,
  ]);
  expectError(await send(`GET /v1/pets?cursor=${long}`), 400, 'invalid_request', ['query /cursor']);
});

describe('when the request target is absolute', () => {
  test.each(['http://animals.example', 'https://animals.example:8443', 'HTTP://user:pw@127.0.0.1'])(
    'then it is read as its path and query: %s',
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

  test('then it needs a key', async () => {
    const reply = await sendRaw(server.url, formatRequest('GET http://animals.example/v1/pets'));
    expectError(reply, 401, 'unauthorized');
  });

  test.each(['http://[bad/v1/pets', 'http://a:b/v1/pets', 'foo://animals', 'http://', 'http:///'])(
    'and invalid, then it is a 400 that closes the connection: %s',
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
])(
  'when the request target has a fragment, then it is a 400 that closes the connection: %s',
  async (target) => {
    const reply = await send(`GET ${target}`);
    expectError(reply, 400, 'invalid_request', ['header ']);
    expect(reply.headers.get('connection')).toBe('close');
  },
);
