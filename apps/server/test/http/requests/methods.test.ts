import { allowOf, undeclaredMethodsOf } from '../../support/contract-values.js';
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
  await server.store.pets.insert({ name: 'Hambone', categoryId: 1 });
  await server.store.pets.insert({ name: 'Emily', categoryId: 2 });
});
afterEach(() => server.close());

/** Sends a raw request, because an HTTP client refuses some methods. */
function send(startLine: string, headers: readonly string[] = [], body = ''): Promise<RawResponse> {
  const text = formatRequest(startLine, [`Authorization: Bearer ${server.key}`, ...headers], body);
  return sendRaw(server.url, text, { withoutBody: startLine.startsWith('HEAD ') });
}

/** Headers that do not differ between requests. */
function stableHeaders(reply: RawResponse): Record<string, string> {
  const {
    date,
    'x-request-id': id,
    'x-ratelimit-remaining': remaining,
    ratelimit,
    ...rest
  } = Object.fromEntries(reply.headers);
  expect([date, id, remaining, ratelimit]).not.toContain(undefined);
  return rest;
}

describe('HEAD has the headers of GET and no body', () => {
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
    const next = await connection.reply(); // fails if HEAD had a body
    connection.destroy();
    expect([get.status, head.status, next.status]).toEqual([status, status, status]);
    expect(stableHeaders(head)).toEqual(stableHeaders(get));
    expect(next.text).toBe(get.text);
    expect(Number(head.headers.get('content-length'))).toBe(Buffer.byteLength(get.text));
  });

  test('without a key, then it is a 401', async () => {
    const head = await sendRaw(server.url, formatRequest('HEAD /v1/pets'), { withoutBody: true });
    expect([head.status, head.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="animal-store"',
    ]);
  });

  test('counts as one request', async () => {
    const remaining = (reply: RawResponse) => Number(reply.headers.get('x-ratelimit-remaining'));
    const first = await send('GET /v1/pets');
    expect(remaining(await send('HEAD /v1/pets'))).toBe(remaining(first) - 1);
  });
});

const ALLOWED: [path: string, allow: string][] = [
  ['/v1/pets', allowOf('/pets')],
  ['/v1/pets/1', allowOf('/pets/{petId}')],
  ['/v1/pets/99', allowOf('/pets/{petId}')],
  ['/v1/pets/x', allowOf('/pets/{petId}')],
  ['/v1/store/orders', allowOf('/store/orders')],
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

  test('without a key is a 401 that reveals nothing', async () => {
    for (const path of ['/v1/pets', '/v1/nope']) {
      const reply = await sendRaw(server.url, formatRequest(`OPTIONS ${path}`));
      expectError(reply, 401, 'unauthorized');
      expect(reply.headers.get('allow')).toBeNull();
    }
  });
});

describe.each(ALLOWED)('%s', (path, allow) => {
  const methods = [
    'POST',
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
  const wrong = methods.filter((method) => !allow.split(', ').includes(method));

  test.each(wrong)(
    'when the method is %s, then it is a 405 with the allowed methods',
    async (method) => {
      const reply = await send(`${method} ${path}`);
      expectError(reply, 405, 'method_not_allowed');
      expect(reply.headers.get('allow')).toBe(allow);
      expect(reply.headers.has('x-ratelimit-limit')).toBe(true);
      expect(reply.headers.get('deprecation')).toBeNull();
    },
  );
});

test('when the method is wrong, then it is a 405 whatever the query and body are', async () => {
  const body = '{"name":"Hambone","name":1}';
  const headers = ['Content-Type: application/json', `Content-Length: ${body.length}`];
  const startLines = [
    ...undeclaredMethodsOf('/pets/{petId}').flatMap((method) => [
      `${method} /v1/pets/1`,
      `${method} /v1/pets/1?limit=x`,
    ]),
    ...undeclaredMethodsOf('/pets').map((method) => `${method} /v1/pets?a=1`),
  ];
  for (const startLine of startLines) {
    expectError(await send(startLine, headers, body), 405, 'method_not_allowed');
  }
  const listed = await server.call('/pets');
  expect(listed.json.map((pet: { name: string }) => pet.name)).toEqual(['Hambone', 'Emily']);
});

test('when the method is wrong and there is no key, then it is a 401', async () => {
  const reply = await sendRaw(server.url, formatRequest('DELETE /v1/pets'));
  expectError(reply, 401, 'unauthorized');
  expect(reply.headers.get('allow')).toBeNull();
});

test.each(['DELETE', 'TRACE', 'PROPFIND', 'POST'])(
  'when the path is unknown, then %s is a 404',
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
