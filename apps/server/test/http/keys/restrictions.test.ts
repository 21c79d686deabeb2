// Keys that are restricted to origins: what they may call, and CORS for those origins without CORS_ORIGINS.
import { document } from '@animal-store/contract/document';
import type { KeyRestrictions } from '@animal-store/engine/internal/model';
import { expectError } from '../../support/expect-error.js';
import { formatRequest, sendRaw } from '../../support/raw-connection.js';
import type { CallOptions } from '../../support/start-server.js';
import { useServer } from '../../support/use-server.js';
import type { TestResponse } from '../../support/validate-response.js';

const SHOP = 'https://shop.example';
const PREVIEW = 'https://*.preview.example';
const OTHER = 'https://other.example';
const EVIL = 'https://evil.example';
const PET = { name: 'Hambone', categoryId: 1 };
const PUBLISHABLE = { isPublishable: true, isReadOnly: true };
const QUOTA = { perMinute: 1000, perDay: 1000 };

const server = useServer({ corsOrigins: [OTHER] });

/** The messages that the contract shows. */
function exampleOf(name: string): unknown {
  const { Forbidden } = Object(document.components.responses);
  return Forbidden.content['application/json'].examples[name].value;
}

describe('a key with origins', () => {
  let key: string;
  beforeEach(async () => {
    key = (await server.issueKey('enterprise', QUOTA, { origins: [SHOP, PREVIEW] })).key;
  });

  const callFrom = (origin: string, options: CallOptions = {}, path = '/pets') =>
    server.call(path, { key, ...options, headers: { Origin: origin, ...options.headers } });

  test('when a request is from one of them or from no page, then it is served', async () => {
    for (const headers of [{ Origin: SHOP }, { Origin: 'https://a.preview.example' }, {}])
      for (const [status, options] of [
        [200, {}],
        [201, { method: 'POST', json: PET }],
      ] as const)
        expect((await server.call('/pets', { key, headers, ...options })).status).toBe(status);
  });

  // the others that a pattern does not match: packages/engine/test/keys/origin-pattern.test.ts
  test.each([EVIL, 'null', PREVIEW, `${SHOP}, ${EVIL}`])(
    'when a request is from %s, then it is a 403, unless its path or method is unknown',
    async (origin) => {
      const reply = await callFrom(origin);
      expectError(reply, 403, 'forbidden');
      expect(reply.json).toEqual(exampleOf('otherOrigin'));
      expectError(await callFrom(origin, { method: 'POST', json: PET }), 403, 'forbidden');
      expectError(await callFrom(origin, { method: 'OPTIONS' }), 403, 'forbidden');
      expect((await callFrom(origin, { method: 'HEAD' })).status).toBe(403);
      expectError(await callFrom(origin, {}, '/nope'), 404, 'not_found');
    },
  );

  test('when a request has several Origin headers or an empty one, then it is a 403', async () => {
    for (const origins of [['', SHOP], [SHOP, SHOP], [SHOP, EVIL], ['']]) {
      const lines = origins.map((origin) => `Origin: ${origin}`);
      const request = formatRequest('GET /v1/pets', [`Authorization: Bearer ${key}`, ...lines]);
      expectError(await sendRaw(server.url, request), 403, 'forbidden');
    }
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

  async function isAllowed(origin: string): Promise<boolean> {
    const headers = { Origin: origin, 'Access-Control-Request-Method': 'GET' };
    const preflight = await server.call('/pets', { method: 'OPTIONS', key: null, headers });
    expect(readableBy(preflight)).toBe(preflight.status === 204 ? origin : null);
    return preflight.status === 204;
  }

  test('when a key has origins, secret or not, then their pages can call with it', async () => {
    expect(await isAllowed(SHOP)).toBe(false);
    const { key } = await issue({ ...PUBLISHABLE, origins: [PREVIEW] });
    await issue({ origins: [SHOP] });
    for (const origin of [SHOP, 'https://a.preview.example'])
      expect(await isAllowed(origin)).toBe(true);
    const reply = await readWith('https://a.preview.example', key);
    expect([reply.status, readableBy(reply)]).toEqual([200, 'https://a.preview.example']);
    for (const origin of ['https://preview.example', EVIL])
      expect(await isAllowed(origin)).toBe(false);
  });

  test('when a page sends no key, or that of another origin, then it can read why', async () => {
    await issue({ ...PUBLISHABLE, origins: ['https://first.example'] });
    const { key } = await issue({ ...PUBLISHABLE, origins: [SHOP] });
    for (const [origin, sent, status, code] of [
      [SHOP, null, 401, 'unauthorized'],
      ['https://first.example', key, 403, 'forbidden'],
      [OTHER, key, 403, 'forbidden'],
    ] as const) {
      const reply = await readWith(origin, sent);
      expectError(reply, status, code);
      expect(readableBy(reply)).toBe(origin);
    }
  });

  test('when the key is revoked or has expired, then its origin is no longer allowed', async () => {
    const SHORT = 'https://short.example';
    const { id } = await issue({ ...PUBLISHABLE, origins: [SHOP] });
    const expiresMs = server.clock.nowMs + 60_000;
    await issue({ ...PUBLISHABLE, origins: [SHORT], expiresMs });
    expect([await isAllowed(SHOP), await isAllowed(SHORT)]).toEqual([true, true]);
    await server.store.keys.revoke(id, server.clock.nowMs);
    server.clock.advance(0.5);
    expect(await isAllowed(SHOP)).toBe(false);
    server.clock.nowMs = expiresMs;
    expect(await isAllowed(SHORT)).toBe(false);
  });

  test('when storage fails, then the origins that were read last stay allowed', async () => {
    await issue({ ...PUBLISHABLE, origins: [SHOP] });
    expect(await isAllowed(SHOP)).toBe(true);
    const lookup = jest.fn(() => Promise.reject(new Error('disk failure')));
    server.store.keys.findOrigins = lookup;
    server.clock.advance(60);
    for (let round = 0; round < 3; round += 1)
      expect(await Promise.all([SHOP, OTHER, EVIL].map(isAllowed))).toEqual([true, true, false]);
    expect(lookup.mock.calls.length).toBeLessThanOrEqual(2); // one for each origin of a key
  });
});
