import { expectError } from '../../support/expect-error.js';
import {
  formatRequest,
  openConnection,
  type RawResponse,
  sendRaw,
} from '../../support/raw-connection.js';
import { startServer, type TestServer } from '../../support/start-server.js';

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
  await server.store.pets.create({ name: 'Hambone', categoryId: 1 });
  await server.store.pets.create({ name: 'Emily', categoryId: 2 });
});
afterEach(() => server.close());

/** An HTTP client refuses to send some methods. */
function send(startLine: string, headers: readonly string[] = [], body = ''): Promise<RawResponse> {
  const text = formatRequest(startLine, [`Authorization: Bearer ${server.key}`, ...headers], body);
  return sendRaw(server.url, text, { withoutBody: startLine.startsWith('HEAD ') });
}

/** All but what differs between any two requests. */
function lasting(reply: RawResponse): Record<string, string> {
  const {
    date,
    'x-request-id': id,
    'x-ratelimit-remaining': left,
    ratelimit,
    ...rest
  } = Object.fromEntries(reply.headers);
  expect([date, id, left, ratelimit]).not.toContain(undefined);
  return rest;
}

describe('HEAD answers as GET does, without the body', () => {
  test.each([
    ['/v1/pets', 200],
    ['/v1/pets?limit=1', 200],
    ['/v1/pets/1', 200],
    ['/v1/store/orders', 200],
    ['/v1/pets/99', 404],
    ['/v1/pets?limit=0', 400],
    ['/v1/pets/x', 400],
    ['/v1/nope', 404],
  ])('%s', async (target, status) => {
    const get = await send(`GET ${target}`);
    const connection = openConnection(server.url);
    const key = `Authorization: Bearer ${server.key}`;
    connection.send(formatRequest(`HEAD ${target}`, [key]));
    connection.send(formatRequest(`GET ${target}`, [key]));
    const head = await connection.reply({ withoutBody: true });
    const next = await connection.reply(); // a body would have stood in its way
    connection.destroy();
    expect([get.status, head.status, next.status]).toEqual([status, status, status]);
    expect(lasting(head)).toEqual(lasting(get));
    expect(next.text).toBe(get.text);
    expect(Number(head.headers.get('content-length'))).toBe(Buffer.byteLength(get.text));
  });

  test('also where there is no key', async () => {
    const head = await sendRaw(server.url, formatRequest('HEAD /v1/pets'), { withoutBody: true });
    expect([head.status, head.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="animal-store"',
    ]);
  });

  test('and is counted like it', async () => {
    const left = (reply: RawResponse) => Number(reply.headers.get('x-ratelimit-remaining'));
    const first = await send('GET /v1/pets');
    expect(left(await send('HEAD /v1/pets'))).toBe(left(first) - 1);
  });
});

const ALLOWED: [string, string][] = [
  ['/v1/pets', 'GET, HEAD, POST, OPTIONS'],
  ['/v1/pets/1', 'GET, HEAD, OPTIONS'],
  ['/v1/pets/99', 'GET, HEAD, OPTIONS'],
  ['/v1/pets/x', 'GET, HEAD, OPTIONS'],
  ['/v1/store/orders', 'GET, HEAD, OPTIONS'],
];

describe('OPTIONS', () => {
  test.each(ALLOWED)('of %s is a 204 that allows %s', async (path, allow) => {
    const reply = await send(`OPTIONS ${path}`);
    expect([reply.status, reply.text, reply.headers.get('allow')]).toEqual([204, '', allow]);
    expect(reply.headers.has('x-ratelimit-limit')).toBe(true);
    expect(reply.headers.has('x-request-id')).toBe(true);
    expect(reply.headers.get('content-type')).toBeNull();
    expect(reply.headers.get('content-length')).toBeNull();
  });

  test.each(['/v1/nope', '/v1', '/v1/pets/', '*', '/'])('of %s is a 404', async (path) => {
    const reply = await send(`OPTIONS ${path}`);
    expectError(reply, 404, 'not_found');
    expect(reply.headers.get('allow')).toBeNull();
  });

  test('tells a stranger nothing', async () => {
    for (const path of ['/v1/pets', '/v1/nope']) {
      const reply = await sendRaw(server.url, formatRequest(`OPTIONS ${path}`));
      expectError(reply, 401, 'unauthorized');
      expect(reply.headers.get('allow')).toBeNull();
    }
  });
});

describe.each(ALLOWED)('%s', (path, allow) => {
  const WRONG = [
    'PUT',
    'PATCH',
    'DELETE',
    'TRACE',
    'PROPFIND',
    'PURGE',
    'M-SEARCH',
    'LINK',
    'LOCK',
  ];
  const wrong = allow.includes('POST') ? WRONG : ['POST', ...WRONG];

  test.each(wrong)('does not have %s: 405 with the methods that it has', async (method) => {
    const reply = await send(`${method} ${path}`);
    expectError(reply, 405, 'method_not_allowed');
    expect(reply.headers.get('allow')).toBe(allow);
    expect(reply.headers.has('x-ratelimit-limit')).toBe(true);
    expect(reply.headers.get('deprecation')).toBeNull();
  });
});

test('a wrong method is a 405 whatever is sent with it', async () => {
  const body = '{"name":"Hambone","name":1}';
  const headers = ['Content-Type: application/json', `Content-Length: ${body.length}`];
  for (const startLine of ['PUT /v1/pets/1?limit=x', 'DELETE /v1/pets?a=1', 'POST /v1/pets/1']) {
    expectError(await send(startLine, headers, body), 405, 'method_not_allowed');
  }
  const listed = await server.call('/pets');
  expect(listed.json.map((pet: { name: string }) => pet.name)).toEqual(['Hambone', 'Emily']);
});

test('a wrong method without a key is a 401 that tells nothing', async () => {
  const reply = await sendRaw(server.url, formatRequest('DELETE /v1/pets'));
  expectError(reply, 401, 'unauthorized');
  expect(reply.headers.get('allow')).toBeNull();
});

test.each(['DELETE', 'TRACE', 'PROPFIND', 'POST'])(
  '%s on a path beside the contract is a 404',
  async (method) => {
    expectError(await send(`${method} /v1/nope`), 404, 'not_found');
    expectError(await send(`${method} /nope`), 404, 'not_found');
  },
);

test('when the contract loses an operation, then its method is a 405', async () => {
  await server.close();
  server = await startServer({
    edit: ({ paths: { '/pets': path } }) => {
      delete path?.post;
    },
  });
  const reply = await server.call('/pets', { method: 'POST', json: { name: 'x', categoryId: 1 } });
  expectError(reply, 405, 'method_not_allowed');
  expect(reply.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
});
