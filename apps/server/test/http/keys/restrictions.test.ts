// Keys that are restricted to origins: what they may call, and CORS for those origins without CORS_ORIGINS.
import { document } from '@animal-store/contract';
import type { KeyRestrictions } from '../../../src/model.js';
import { expectError } from '../../support/expect-error.js';
import { formatRequest, sendRaw } from '../../support/raw-connection.js';
import { type CallOptions, startServer, type TestServer } from '../../support/start-server.js';
import type { TestResponse } from '../../support/validate-response.js';

const SHOP = 'https://shop.example';
const PREVIEW = 'https://*.preview.example';
const OTHER = 'https://other.example';
const EVIL = 'https://evil.example';
const PET = { name: 'Hambone', categoryId: 1 };
const PUBLISHABLE = { isPublishable: true, isReadOnly: true };
const QUOTA = { perMinute: 1000, perDay: 1000 };

let server: TestServer;
beforeEach(async () => {
  server = await startServer({ corsOrigins: [OTHER] });
});
afterEach(() => server.close());

/** The messages that the contract shows. */
function exampleOf(name: string): unknown {
  const { Forbidden } = document.components.responses as Record<string, unknown> as {
    Forbidden: { content: Record<string, { examples: Record<string, { value: unknown }> }> };
  };
  return Forbidden.content['application/json']?.examples[name]?.value;
}

describe('a key with origins', () => {
  let key: string;
  beforeEach(async () => {
    key = (await server.issueKey('enterprise', QUOTA, { origins: [SHOP, PREVIEW] })).key;
  });

  const callFrom = (origin: string, options: CallOptions = {}, path = '/pets') =>
    server.call(path, { key, ...options, headers: { Origin: origin, ...options.headers } });

  test.each([[SHOP], ['https://a.preview.example'], []])(
    'when a request is from %s, then it is served',
    async (...origins) => {
      const headers = Object.fromEntries(origins.map((origin) => ['Origin', origin]));
      expect((await server.call('/pets', { key, headers })).status).toBe(200);
      const post = await server.call('/pets', { key, method: 'POST', json: PET, headers });
      expect(post.status).toBe(201);
    },
  );

  // the others that a pattern does not match: test/unit/lib/origin-pattern.test.ts
  test.each([EVIL, 'https://SHOP.example', 'null', '*', PREVIEW, `${SHOP}, ${EVIL}`])(
    'when a request is from %s, then it is a 403',
    async (origin) => {
      const reply = await callFrom(origin);
      expectError(reply, 403, 'forbidden');
      expect(reply.json).toEqual(exampleOf('otherOrigin'));
      expectError(await callFrom(origin, { method: 'POST', json: PET }), 403, 'forbidden');
      expectError(await callFrom(origin, { method: 'OPTIONS' }), 403, 'forbidden');
      expect((await callFrom(origin, { method: 'HEAD' })).status).toBe(403);
    },
  );

  test('when a request has several Origin headers or an empty one, then it is a 403', async () => {
    for (const origins of [['', SHOP], [SHOP, SHOP], [SHOP, EVIL], ['']]) {
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
    expectError(await callFrom(EVIL, {}, '/nope'), 404, 'not_found');
    expectError(await callFrom(EVIL, { method: 'OPTIONS' }, '/nope'), 404, 'not_found');
    expectError(await callFrom(EVIL, { method: 'DELETE' }), 405, 'method_not_allowed');
  });

  test('when a deprecated operation is a 403, then it has the headers of the deprecation', async () => {
    const reply = await callFrom(EVIL, {}, '/pets/1');
    expectError(reply, 403, 'forbidden');
    expect(reply.headers.has('sunset')).toBe(true);
  });

  test('when another key has no origins, then it is served from any', async () => {
    expect((await callFrom(EVIL, { key: server.key })).status).toBe(200);
  });
});

test('when a read-only key writes, then the 403 is sent before the body is read', async () => {
  const { key } = await server.issueKey('free', undefined, { isReadOnly: true });
  const headers = [`Authorization: Bearer ${key}`, 'Transfer-Encoding: chunked'];
  const reply = await sendRaw(server.url, formatRequest('POST /v1/pets', headers));
  expectError(reply, 403, 'forbidden');
  expect(JSON.parse(reply.text)).toEqual(exampleOf('readOnly'));
});

describe('CORS', () => {
  /** After the time for which the origins of keys are cached. */
  async function issue(restrictions: Partial<KeyRestrictions>) {
    const issued = await server.issueKey('enterprise', QUOTA, restrictions);
    server.clock.advance(0.5);
    return issued;
  }

  const readableBy = ({ headers }: TestResponse) => headers.get('access-control-allow-origin');
  const readWith = (origin: string, key: string | null) =>
    server.call('/pets', { key, headers: { Origin: origin } });

  function preflightFrom(origin: string): Promise<TestResponse> {
    const headers = { Origin: origin, 'Access-Control-Request-Method': 'GET' };
    return server.call('/pets', { method: 'OPTIONS', key: null, headers });
  }

  async function isAllowed(origin: string): Promise<boolean> {
    return (await preflightFrom(origin)).status === 204;
  }

  test('when a publishable key is issued, then pages of its origins can call with it', async () => {
    expect(await isAllowed(SHOP)).toBe(false);
    const { key } = await issue({ ...PUBLISHABLE, origins: [SHOP, 'https://*.preview.example'] });
    for (const origin of [SHOP, 'https://a.preview.example']) {
      const preflight = await preflightFrom(origin);
      expect([preflight.status, readableBy(preflight)]).toEqual([204, origin]);
      const reply = await readWith(origin, key);
      expect([reply.status, readableBy(reply)]).toEqual([200, origin]);
    }
    expect(await isAllowed('https://preview.example')).toBe(false);
    expect(await isAllowed('https://evil.example')).toBe(false);
  });

  test('when a secret key is restricted to an origin, then its pages can call, too', async () => {
    await issue({ origins: [SHOP] });
    expect(await isAllowed(SHOP)).toBe(true);
  });

  test('when a page has no valid key, then it can read that', async () => {
    await issue({ ...PUBLISHABLE, origins: [SHOP] });
    const reply = await readWith(SHOP, null);
    expectError(reply, 401, 'unauthorized');
    expect(readableBy(reply)).toBe(SHOP);
  });

  test('when the origin belongs to another key, then the request is a 403 that the page can read', async () => {
    await issue({ ...PUBLISHABLE, origins: ['https://first.example'] });
    const { key } = await issue({ ...PUBLISHABLE, origins: [SHOP] });
    for (const origin of ['https://first.example', OTHER]) {
      const reply = await readWith(origin, key);
      expectError(reply, 403, 'forbidden');
      expect(readableBy(reply)).toBe(origin);
    }
  });

  test('when the key is revoked or has expired, then its origin is no longer allowed', async () => {
    const { id } = await issue({ ...PUBLISHABLE, origins: [SHOP] });
    const expiresMs = server.clock.nowMs + 60_000;
    await issue({ ...PUBLISHABLE, origins: ['https://short.example'], expiresMs });
    expect(await isAllowed(SHOP)).toBe(true);
    expect(await isAllowed('https://short.example')).toBe(true);
    await server.store.keys.revoke(id, server.clock.nowMs);
    server.clock.advance(0.5);
    expect(await isAllowed(SHOP)).toBe(false);
    server.clock.nowMs = expiresMs;
    expect(await isAllowed('https://short.example')).toBe(false);
  });

  test('when storage fails, then the origins that were read last stay allowed', async () => {
    await issue({ ...PUBLISHABLE, origins: [SHOP] });
    expect(await isAllowed(SHOP)).toBe(true);
    const { keys } = server.store;
    let lookups = 0;
    keys.origins = async () => {
      lookups += 1;
      throw new Error('disk failure');
    };
    server.clock.advance(60);
    expect(await isAllowed(SHOP)).toBe(true);
    expect(await isAllowed(OTHER)).toBe(true);
    expect(await isAllowed('https://evil.example')).toBe(false);
    expect(lookups).toBe(1);
  });

  test('when many requests come from unknown origins, then the keys are read twice a second', async () => {
    const { keys } = server.store;
    const { origins } = keys;
    let lookups = 0;
    keys.origins = (nowMs) => {
      lookups += 1;
      return origins(nowMs);
    };
    const flood = () =>
      Promise.all(Array.from({ length: 50 }, (_, n) => preflightFrom(`https://${n}.example`)));
    await flood();
    server.clock.advance(0.499);
    await flood();
    expect(lookups).toBe(1);
    server.clock.advance(0.001);
    await flood();
    expect(lookups).toBe(2);
  });
});
