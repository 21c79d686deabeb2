import { document } from '@animal-store/contract';
import { quotaOf } from '../support/contract-values.js';
import { expectError } from '../support/expect-error.js';
import { formatRequest, sendRaw } from '../support/raw-connection.js';
import { startServer, type TestServer } from '../support/start-server.js';

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

const { perMinute } = quotaOf('free');
const PATHS = ['/healthz', '/readyz', '/openapi.json'];

test.each([
  ['/healthz', { status: 'ok' }],
  ['/readyz', { status: 'ready' }],
  ['/openapi.json', document],
])('when %s is requested without a key, then it is a 200', async (path, body) => {
  const response = await fetch(`${server.url}${path}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(await response.json()).toEqual(body);
});

test('/openapi.json is the contract that the server reads, including edits', async () => {
  await server.close();
  server = await startServer({
    edit: (contract) => Object.assign(contract.info, { version: '1.2.3' }),
  });
  await server.call('/pets'); // runs the validator, which must not change the document
  const response = await fetch(`${server.url}/openapi.json`);
  expect(await response.json()).toEqual({
    ...document,
    info: { ...document.info, version: '1.2.3' },
  });
});

describe.each([...PATHS, '/docs', '/docs/', '/docs/reference.json'])('%s', (path) => {
  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE'])(
    'when the method is %s, then it is a 405 with the allowed methods',
    async (method) => {
      const reply = await sendRaw(server.url, formatRequest(`${method} ${path}`));
      expectError(reply, 405, 'method_not_allowed');
      expect(reply.headers.get('allow')).toBe('GET, HEAD');
    },
  );
});

test.each(['/docs/nope', '/healthz/', '/readyz/x'])(
  'when the path is %s, then a POST is a 404',
  async (path) => {
    const reply = await sendRaw(server.url, formatRequest(`POST ${path}`));
    expectError(reply, 404, 'not_found');
  },
);

describe.each(PATHS)('%s', (path) => {
  test('HEAD has the headers of GET and no body', async () => {
    const get = await fetch(`${server.url}${path}`);
    const head = await fetch(`${server.url}${path}`, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    for (const name of [
      'content-type',
      'content-length',
      'cache-control',
      'x-content-type-options',
    ]) {
      expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
    }
    expect(Number(head.headers.get('content-length'))).toBe(Buffer.byteLength(await get.text()));
  });

  test('does not count and has no rate-limit headers', async () => {
    const remaining = async () =>
      (await server.call('/pets', { key: null })).headers.get('x-ratelimit-remaining');
    expect(await remaining()).toBe(`${perMinute - 1}`);
    for (let count = 0; count < 5; count += 1) {
      for (const headers of [{}, { Authorization: `Bearer ${server.key}` }]) {
        const response = await fetch(`${server.url}${path}`, { headers });
        expect([response.status, response.headers.get('x-ratelimit-limit')]).toEqual([200, null]);
      }
    }
    expect(await remaining()).toBe(`${perMinute - 2}`);
  });

  test('works when the quota of the address is used up', async () => {
    for (let count = 0; count < perMinute; count += 1) await server.call('/pets', { key: null });
    expect((await server.call('/pets', { key: null })).status).toBe(429);
    expect((await fetch(`${server.url}${path}`)).status).toBe(200);
  });

  test('ignores a query, a body and an invalid key', async () => {
    const response = await fetch(`${server.url}${path}?verbose=%zz&a=1&a=2`, {
      headers: { Authorization: 'Bearer nonsense', 'Content-Type': 'text/plain' },
    });
    expect(response.status).toBe(200);
    const headers = ['Content-Type: text/plain', 'Content-Length: 2'];
    const reply = await sendRaw(server.url, formatRequest(`GET ${path}`, headers, 'hi'));
    expect(reply.status).toBe(200);
  });

  test('must not be cached or sniffed', async () => {
    const { headers } = await fetch(`${server.url}${path}`);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('server')).toBeNull();
  });
});

describe('when the store is closed', () => {
  beforeEach(() => server.store.close());

  test('then /readyz is a 503 with Retry-After', async () => {
    const response = await fetch(`${server.url}/readyz`);
    const reply = {
      status: response.status,
      headers: response.headers,
      text: await response.text(),
    };
    expectError(reply, 503, 'unavailable');
    expect(response.headers.get('retry-after')).toBe('1');
  });

  test('then /healthz and /openapi.json still work', async () => {
    for (const path of ['/healthz', '/openapi.json']) {
      expect((await fetch(`${server.url}${path}`)).status).toBe(200);
    }
  });
});
