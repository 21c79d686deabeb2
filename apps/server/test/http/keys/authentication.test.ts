import { request } from 'node:http';
import { generateApiKey } from '../../../src/keys/api-key.js';
import { StorageUnavailableError } from '../../../src/model.js';
import { BAN, FREE, withFixedQuotas } from '../../support/fixed-quotas.js';
import { type CallOptions, startServer, type TestServer } from '../../support/start-server.js';
import type { TestResponse } from '../../support/validate-response.js';
import { CHALLENGE, expectUnauthorized, INVALID_TOKEN } from './expect-unauthorized.js';

let server: TestServer;
beforeEach(async () => {
  server = await startServer({ edit: withFixedQuotas });
});
afterEach(() => server.close());

/** @param value Value of the Authorization header. */
function callWith(value: string): Promise<TestResponse> {
  return server.call('/pets', { key: null, headers: { Authorization: value } });
}

/** Replaces the character at `index`. */
function replaceAt(key: string, index: number): string {
  return `${key.slice(0, index)}${key[index] === 'x' ? 'y' : 'x'}${key.slice(index + 1)}`;
}

describe('a request without a valid key is a 401', () => {
  test('when it has no Authorization header, then the challenge has no error', async () => {
    expectUnauthorized(await server.call('/pets', { key: null }), CHALLENGE);
  });

  test.each<[string, (key: string) => string]>([
    ['another scheme', (key) => `Basic ${btoa(`key:${key}`)}`],
    ['the key without a scheme', (key) => key],
    ['a scheme that starts with Bearer', (key) => `Bearerly ${key}`],
    ['a scheme that ends in Bearer', (key) => `XBearer ${key}`],
    ['the scheme without a key', () => 'Bearer'],
    ['no space between scheme and key', (key) => `Bearer${key}`],
    ['a tab between scheme and key', (key) => `Bearer\t${key}`],
    ['text before the scheme', (key) => `Basic Bearer ${key}`],
    ['text after the key', (key) => `Bearer ${key} more`],
    ['two keys', (key) => `Bearer ${key} ${key}`],
    ['two credentials in one header', (key) => `Bearer ${key}, Bearer ${key}`],
    ['quotes', (key) => `Bearer "${key}"`],
    ['an empty header', () => ''],
    ['a key without its prefix', (key) => `Bearer ${key.slice('as_live_'.length)}`],
    ['a prefix in capitals', (key) => `Bearer ${key.replace('as_live_', 'AS_LIVE_')}`],
    ['another prefix', (key) => `Bearer ${key.replace('live', 'test')}`],
    ['a key that is one character too short', (key) => `Bearer ${key.slice(0, -1)}`],
    ['a key that is one character too long', (key) => `Bearer ${key}0`],
    ['a key with a wrong character', (key) => `Bearer ${replaceAt(key, 20)}`],
    ['a key with a wrong checksum', (key) => `Bearer ${replaceAt(key, key.length - 1)}`],
    ['a key with an invalid character', (key) => `Bearer ${key.slice(0, 20)}-${key.slice(21)}`],
    ['a key with a non-ASCII letter', (key) => `Bearer ${key.slice(0, 20)}é${key.slice(21)}`],
    ['a well-formed key that was never issued', () => `Bearer ${generateApiKey()}`],
    ['a very long key', () => `Bearer as_live_${'0'.repeat(8000)}`],
  ])('when it has %s', async (_, header) => {
    expectUnauthorized(await callWith(header(server.key)), INVALID_TOKEN);
    expect((await server.call('/pets')).status).toBe(200);
  });

  test('when the key is in the query, a cookie, another header or the body', async () => {
    const { key } = server;
    const elsewhere: [path: string, options: CallOptions][] = [
      [`/pets?api_key=${key}`, {}],
      [`/pets?access_token=${key}`, {}],
      ['/pets', { headers: { Cookie: `Authorization=Bearer ${key}` } }],
      ['/pets', { headers: { 'X-Api-Key': key } }],
      ['/pets', { headers: { 'Proxy-Authorization': `Bearer ${key}` } }],
      ['/pets', { method: 'POST', json: { name: 'Emily', categoryId: 2, access_token: key } }],
    ];
    for (const [path, options] of elsewhere) {
      expectUnauthorized(await server.call(path, { ...options, key: null }), CHALLENGE);
    }
  });
});

describe('a valid key is accepted', () => {
  test.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])(
    'when the scheme is spelt %s',
    async (scheme) => {
      expect((await callWith(`${scheme} ${server.key}`)).status).toBe(200);
    },
  );

  test('when there are extra spaces around it', async () => {
    expect((await callWith(`Bearer   ${server.key}  `)).status).toBe(200);
  });
});

describe('when there are several Authorization headers, then it is a 401', () => {
  /** Uses http.request, because fetch would join the values. */
  function statusWith(...values: string[]): Promise<[number | undefined, string | undefined]> {
    return new Promise((resolve, reject) => {
      request(
        `${server.url}/v1/pets`,
        { headers: { Authorization: values }, agent: false },
        (reply) => {
          reply.resume();
          resolve([reply.statusCode, reply.headers['www-authenticate']]);
        },
      )
        .on('error', reject)
        .end();
    });
  }

  test('even if all of them, the first or the last are valid', async () => {
    const valid = `Bearer ${server.key}`;
    expect(await statusWith(valid)).toEqual([200, undefined]);
    for (const values of [
      [valid, valid],
      [valid, 'Basic abc'],
      ['Basic abc', valid],
      [valid, ''],
      [valid, valid, valid],
    ])
      expect(await statusWith(...values)).toEqual([401, INVALID_TOKEN]);
  });
});

describe('the key lookup', () => {
  const makeLookupFail = (error: Error) => {
    server.store.keys.find = () => Promise.reject(error);
  };

  test('when a key is missing, malformed or has a wrong checksum, then storage is not queried', async () => {
    const { key } = server;
    makeLookupFail(new Error('looked up'));
    expect((await server.call('/pets', { key: null })).status).toBe(401);
    for (const bad of ['nonsense', key.slice(0, -1), replaceAt(key, 12), replaceAt(key, 40)]) {
      expect((await server.call('/pets', { key: bad })).status).toBe(401);
    }
    // well-formed keys do reach storage
    expect((await server.call('/pets', { key })).status).toBe(500);
    expect((await server.call('/pets', { key: generateApiKey() })).status).toBe(500);
  });

  test('when storage fails, then it is a 503 with rate-limit headers', async () => {
    makeLookupFail(new StorageUnavailableError('disk failure'));
    const reply = await server.call('/pets');
    expect([reply.status, reply.json.code]).toEqual([503, 'unavailable']);
    expect(reply.headers.get('Retry-After')).toBe('1');
    expect(reply.headers.get('X-RateLimit-Remaining')).toBe(`${FREE.perMinute}`);
  });
});

describe('a revoked key', () => {
  test('is a 401 from the next request on', async () => {
    const { id, key } = await server.issueKey('pro');
    expect((await server.call('/pets', { key })).status).toBe(200);
    expect(await server.store.keys.revoke(id, server.clock.nowMs)).toBe(true);
    expectUnauthorized(await server.call('/pets', { key }), INVALID_TOKEN);
    server.clock.advance(1_000_000);
    expectUnauthorized(await server.call('/pets', { key }), INVALID_TOKEN);
  });

  test('is a 401 even while it is banned, and other keys still work', async () => {
    const { id, key } = await server.issueKey('enterprise', { perMinute: 1, perDay: 1 });
    for (let index = 0; index <= BAN.refusalsPerMinute; index += 1)
      await server.call('/pets', { key });
    expect((await server.call('/pets', { key })).json.code).toBe('key_banned');
    await server.store.keys.revoke(id, server.clock.nowMs);
    expectUnauthorized(await server.call('/pets', { key }), INVALID_TOKEN);
    expect((await server.call('/pets')).status).toBe(200);
  });
});
