import { generateApiKey } from '../../../src/keys/api-key.js';
import { quotaOf } from '../../support/contract-values.js';
import { expectError } from '../../support/expect-error.js';
import { formatRequest, openConnection } from '../../support/raw-connection.js';
import { type StartOptions, startServer, type TestServer } from '../../support/start-server.js';

const { perMinute } = quotaOf('free');
const ORIGIN = 'https://shop.example';

let server: TestServer;
async function start(options: StartOptions = {}): Promise<void> {
  server = await startServer(options);
}
beforeEach(() => start());
afterEach(() => server.close());

async function useUpQuota(headers: Record<string, string> = {}): Promise<void> {
  for (let index = 0; index < perMinute; index += 1) {
    const reply = await server.call('/pets', { key: null, headers });
    expect([reply.status, reply.headers.get('connection')]).toEqual([401, 'keep-alive']);
  }
}

describe('when an address has exceeded its quota', () => {
  test.each<[string, string[]]>([
    ['without a key', []],
    ['with a malformed key', ['Authorization: Bearer as_live_nonsense']],
    ['with an unknown key', [`Authorization: Bearer ${generateApiKey()}`]],
  ])('then a request %s is a 429 and the connection is closed', async (_, headers) => {
    await useUpQuota();
    const connection = openConnection(server.url);
    connection.send(formatRequest('GET /v1/pets', headers));
    const reply = await connection.reply();
    expectError(reply, 429, 'rate_limited');
    expect(reply.headers.get('connection')).toBe('close');
    expect(reply.headers.get('retry-after')).toBe('60');
    expect(reply.headers.get('x-ratelimit-remaining')).toBe('0');
    await connection.closed;
  });

  test('then the response does not depend on the key or on repetition', async () => {
    await useUpQuota();
    const replies = [];
    for (const key of [generateApiKey(), null, null])
      replies.push(await server.call('/pets', { key }));
    const shown = replies.map(({ text, headers }) => {
      const { 'x-request-id': _id, date: _date, ...rest } = Object.fromEntries(headers);
      return { text, rest };
    });
    expect(shown[1]).toEqual(shown[0]);
    expect(shown[2]).toEqual(shown[0]);
  });

  test('then requests pipelined behind the refused one are dropped', async () => {
    await useUpQuota();
    const connection = openConnection(server.url);
    const body = '{"name":"Hambone","categoryId":1}';
    const create = formatRequest(
      'POST /v1/pets',
      [
        `Authorization: Bearer ${server.key}`,
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
      ],
      body,
    );
    connection.send(formatRequest('GET /v1/pets') + create);
    expect((await connection.reply()).status).toBe(429);
    await connection.closed;
    await expect(connection.reply()).rejects.toThrow('incomplete response');
    expect((await server.call('/pets')).json).toEqual([]);
  });

  test('then a valid key at that address is served and its connection kept', async () => {
    await useUpQuota();
    await server.call('/pets', { key: null });
    const reply = await server.call('/pets');
    expect([reply.status, reply.headers.get('connection')]).toEqual([200, 'keep-alive']);
  });

  test('then the connection of a trusted proxy is kept, because clients share it', async () => {
    await server.close();
    await start({ trustProxy: 1 });
    const headers = { 'X-Forwarded-For': '203.0.113.7' };
    await useUpQuota(headers);
    for (const key of [null, generateApiKey()]) {
      const reply = await server.call('/pets', { key, headers });
      expect([reply.status, reply.headers.get('connection')]).toEqual([429, 'keep-alive']);
    }
  });

  test('then it is admitted again in the next minute', async () => {
    await useUpQuota();
    server.clock.advance(59);
    expect((await server.call('/pets', { key: null })).status).toBe(429);
    server.clock.advance(1);
    expect((await server.call('/pets', { key: null })).status).toBe(401);
  });
});

test('when storage fails during a CORS preflight, then the error has rate-limit headers', async () => {
  await server.close();
  await start({ corsOrigins: [ORIGIN] });
  await server.store.close();
  const reply = await fetch(`${server.url}/v1/pets`, {
    method: 'OPTIONS',
    headers: { Origin: ORIGIN, 'Access-Control-Request-Method': 'GET' },
  });
  expect(reply.status).toBe(500);
  expect(reply.headers.get('x-ratelimit-limit')).toBe(String(perMinute));
});
