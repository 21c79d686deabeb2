import { document } from '@animal-store/contract';
import { allowOf } from '../../support/contract-values.js';
import { expectError } from '../../support/expect-error.js';
import { BAN, FREE, withFixedQuotas } from '../../support/fixed-quotas.js';
import { formatRequest, sendRaw } from '../../support/raw-connection.js';
import {
  type CallOptions,
  START_MS,
  startServer,
  type TestServer,
} from '../../support/start-server.js';
import { rateOf } from '../rate-limit/rate-limit-headers.js';
import { expectUnauthorized, INVALID_TOKEN } from './expect-unauthorized.js';

const SHOP = 'https://shop.example';
const PREVIEW = 'https://*.preview.example';
const PET = { name: 'Hambone', categoryId: 1 };

let server: TestServer;
beforeEach(async () => {
  server = await startServer({ edit: withFixedQuotas });
});
afterEach(() => server.close());

/** The messages that the contract shows. */
function exampleOf(name: string): unknown {
  const { Forbidden } = document.components.responses as Record<string, unknown> as {
    Forbidden: { content: Record<string, { examples: Record<string, { value: unknown }> }> };
  };
  return Forbidden.content['application/json']?.examples[name]?.value;
}

describe('a key that expires', () => {
  test('is a 401 from that millisecond on, although it was used before', async () => {
    const expiresMs = START_MS + 90_000;
    const { key } = await server.issueKey('pro', undefined, { expiresMs });
    expect((await server.call('/pets', { key })).status).toBe(200);
    server.clock.nowMs = expiresMs - 1;
    expect((await server.call('/pets', { key })).status).toBe(200);
    server.clock.nowMs = expiresMs;
    expectUnauthorized(await server.call('/pets', { key }), INVALID_TOKEN);
  });
});

describe('a read-only key', () => {
  let key: string;
  beforeEach(async () => {
    key = (await server.issueKey('free', undefined, { isReadOnly: true })).key;
  });

  test('may read: GET, HEAD and OPTIONS', async () => {
    expect((await server.call('/pets', { key })).status).toBe(200);
    expect((await server.call('/pets', { key, method: 'HEAD' })).status).toBe(200);
    const options = await server.call('/pets', { key, method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, allowOf('/pets')]);
  });

  test('may not write: a POST is a 403, and has no effect', async () => {
    const reply = await server.call('/pets', { key, method: 'POST', json: PET });
    expectError(reply, 403, 'forbidden');
    expect(reply.json).toEqual(exampleOf('readOnly'));
    expect((await server.call('/pets', { key })).json).toEqual([]);
  });

  test('may not write with an Idempotency-Key either, and leaves no record', async () => {
    const request = { method: 'POST', json: PET, headers: { 'Idempotency-Key': 'a' } };
    expectError(await server.call('/pets', { ...request, key }), 403, 'forbidden');
    const reply = await server.call('/pets', request);
    expect([reply.status, reply.headers.get('idempotency-replayed')]).toEqual([201, null]);
  });

  test('may not read by overriding the method', async () => {
    const headers = { 'X-HTTP-Method-Override': 'GET' };
    const reply = await server.call('/pets', { key, method: 'POST', json: PET, headers });
    expectError(reply, 403, 'forbidden');
  });

  test('a 403 counts in the quota', async () => {
    for (let remaining = FREE.perMinute - 1; remaining >= 0; remaining -= 1) {
      const reply = await server.call('/pets', { key, method: 'POST', json: PET });
      expect([reply.status, rateOf(reply).remaining]).toEqual([403, remaining]);
    }
    const refused = await server.call('/pets', { key, method: 'POST', json: PET });
    expectError(refused, 429, 'rate_limited');
  });

  test('a 403 leads to no ban by itself', async () => {
    const quota = { perMinute: 100, perDay: 100 };
    const { key } = await server.issueKey('enterprise', quota, { isReadOnly: true });
    for (let count = 0; count <= BAN.refusalsPerMinute; count += 1)
      expect((await server.call('/pets', { key, method: 'POST', json: PET })).status).toBe(403);
    expect((await server.call('/pets', { key })).status).toBe(200);
  });

  test('a 403 is sent before the body is read', async () => {
    const headers = [`Authorization: Bearer ${key}`, 'Transfer-Encoding: chunked'];
    expectError(
      await sendRaw(server.url, formatRequest('POST /v1/pets', headers)),
      403,
      'forbidden',
    );
  });
});

describe('a key with origins', () => {
  let key: string;
  beforeEach(async () => {
    const quota = { perMinute: 1000, perDay: 1000 };
    const restrictions = { origins: [SHOP, PREVIEW, 'http://localhost:5173'] };
    key = (await server.issueKey('enterprise', quota, restrictions)).key;
  });

  const callFrom = (origin: string, options: CallOptions = {}, path = '/pets') =>
    server.call(path, { key, ...options, headers: { Origin: origin, ...options.headers } });

  test.each([SHOP, 'https://a.preview.example', 'http://localhost:5173'])(
    'when a request is from %s, then it is served',
    async (origin) => {
      expect((await callFrom(origin)).status).toBe(200);
      expect((await callFrom(origin, { method: 'POST', json: PET })).status).toBe(201);
    },
  );

  test('when a request has no Origin, then it is served', async () => {
    expect((await server.call('/pets', { key })).status).toBe(200);
  });

  test.each([
    'https://evil.example',
    'http://shop.example',
    'https://shop.example:8443',
    'https://shop.example.evil.example',
    'https://evilshop.example',
    'https://preview.example',
    'https://evilpreview.example',
    'https://a.b.preview.example',
    'https://evil.example#.preview.example',
    'http://localhost',
    'https://SHOP.example',
    'null',
    '*',
    PREVIEW,
    `${SHOP}, https://evil.example`,
    `https://evil.example, ${SHOP}`,
    `${SHOP} https://evil.example`,
  ])('when a request is from %s, then it is a 403', async (origin) => {
    const reply = await callFrom(origin);
    expectError(reply, 403, 'forbidden');
    expect(reply.json).toEqual(exampleOf('otherOrigin'));
    expectError(await callFrom(origin, { method: 'POST', json: PET }), 403, 'forbidden');
    expectError(await callFrom(origin, { method: 'OPTIONS' }), 403, 'forbidden');
    expect((await callFrom(origin, { method: 'HEAD' })).status).toBe(403);
  });

  test('when a request has several Origin headers or an empty one, then it is a 403', async () => {
    for (const origins of [['', SHOP], [SHOP, SHOP], [SHOP, 'https://evil.example'], ['']]) {
      const headers = [
        `Authorization: Bearer ${key}`,
        ...origins.map((origin) => `Origin: ${origin}`),
      ];
      expectError(
        await sendRaw(server.url, formatRequest('GET /v1/pets', headers)),
        403,
        'forbidden',
      );
    }
  });

  test('when the path or the method is unknown, then that is reported first', async () => {
    const evil = 'https://evil.example';
    expectError(await callFrom(evil, {}, '/nope'), 404, 'not_found');
    expectError(await callFrom(evil, { method: 'OPTIONS' }, '/nope'), 404, 'not_found');
    expectError(await callFrom(evil, { method: 'DELETE' }), 405, 'method_not_allowed');
  });

  test('when a deprecated operation is a 403, then it has the headers of the deprecation', async () => {
    const reply = await callFrom('https://evil.example', {}, '/pets/1');
    expectError(reply, 403, 'forbidden');
    expect(reply.headers.has('sunset')).toBe(true);
  });

  test('when another key has no origins, then it is served from any', async () => {
    expect((await callFrom('https://evil.example', { key: server.key })).status).toBe(200);
  });
});
