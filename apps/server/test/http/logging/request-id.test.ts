import fc from 'fast-check';
import { generateApiKey } from '../../../src/keys/api-key.js';
import { TOO_LARGE_BYTES } from '../../support/contract-values.js';
import { formatRequest, sendRaw } from '../../support/raw-connection.js';
import { startServer, type TestServer } from '../../support/start-server.js';

const GENERATED_ID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

let server: TestServer;
beforeEach(async () => {
  server = await startServer({ corsOrigins: ['https://shop.example'] });
});
afterEach(() => server.close());

/** Request id of the response to a request with this X-Request-Id, in latin1. */
async function idFor(sent: string): Promise<string | null> {
  const text = formatRequest('GET /v1/pets', [`X-Request-Id: ${sent}`]);
  return (await sendRaw(server.url, Buffer.from(text, 'latin1'))).headers.get('x-request-id');
}

describe("every response has a request id, which is the client's if it sent a valid one", () => {
  const valid = () => [`Authorization: Bearer ${server.key}`];
  test.each<[number, string, () => string[]]>([
    [200, 'GET /v1/pets', valid],
    [204, 'OPTIONS /v1/pets', valid],
    [400, 'GET /v1/pets?limit=0', valid],
    [401, 'GET /v1/pets', () => []],
    [404, 'GET /v1/nope', valid],
    [404, 'GET /nope', () => []],
    [405, 'DELETE /v1/pets', valid],
    [
      413,
      'POST /v1/pets',
      () => [...valid(), 'Content-Type: application/json', `Content-Length: ${TOO_LARGE_BYTES}`],
    ],
    [415, 'POST /v1/pets', valid],
    [200, 'GET /healthz', () => []],
    [200, 'GET /readyz', () => []],
    [200, 'GET /openapi.json', () => []],
    [
      204,
      'OPTIONS /v1/pets',
      () => ['Origin: https://shop.example', 'Access-Control-Request-Method: GET'],
    ],
  ])('%i: %s', async (status, startLine, headers) => {
    const fresh = await sendRaw(server.url, formatRequest(startLine, headers()));
    const named = await sendRaw(
      server.url,
      formatRequest(startLine, [...headers(), 'X-Request-Id: my-1']),
    );
    expect([fresh.status, named.status]).toEqual([status, status]);
    expect(fresh.headers.get('x-request-id')).toMatch(GENERATED_ID);
    expect(named.headers.get('x-request-id')).toBe('my-1');
  });

  test('429', async () => {
    const { key } = await server.issueKey('enterprise', { perMinute: 1, perDay: 1 });
    await server.call('/pets', { key });
    const reply = await server.call('/pets', { key, headers: { 'X-Request-Id': 'my-1' } });
    expect([reply.status, reply.headers.get('x-request-id')]).toEqual([429, 'my-1']);
  });
});

test.each([
  'a',
  '0',
  '018f3a5e-7c1b-7d42-9a77-2f6f6d1f5b1c',
  'Root:1-67891233.abcdef_012',
  '_.:-',
  'a'.repeat(128),
])('when the id is valid, then it is echoed: %.50s', async (id) => {
  expect(await idFor(id)).toBe(id);
});

test.each([
  ['empty', ''],
  ['too long', 'a'.repeat(129)],
  ['far too long', 'a'.repeat(5000)],
  ['with a space', 'a b'],
  ['with a tab', 'a\tb'],
  ['with a quote', 'a"b'],
  ['with a comma', 'a,b'],
  ['with a brace', '{a}'],
  ['with a slash', 'a/b'],
  ['with a percent escape', 'a%0Ab'],
  ['markup', '<b>'],
  ['not ASCII', 'é'],
  ['not ASCII, in UTF-8', 'Ã©'],
  ['a non-breaking space', 'a\u00a0b'],
  ['an escape sequence', 'a\u0080[31m'],
])('when the id is %s, then it is replaced', async (_, id) => {
  expect(await idFor(id)).toMatch(GENERATED_ID);
});

test('when the id is an API key, then it is replaced', async () => {
  const key = generateApiKey();
  for (const id of [key, `id-${key}`, `${key}.1`]) expect(await idFor(id)).toMatch(GENERATED_ID);
});

test('when there are two ids, then they are replaced', async () => {
  expect(await idFor('a\r\nX-Request-Id: b')).toMatch(GENERATED_ID);
});

test('when any text is sent, then the response has one valid id', async () => {
  const text = fc.string({
    unit: fc.integer({ min: 32, max: 255 }).map((code) => String.fromCharCode(code)),
  });
  await fc.assert(
    fc.asyncProperty(text, async (sent) => {
      expect(await idFor(sent)).toMatch(/^[A-Za-z0-9_.:-]{1,128}$/);
    }),
    { numRuns: 50 },
  );
});

test('every request gets a unique id', async () => {
  const ids = new Set<string | null>();
  for (let count = 0; count < 50; count += 1) {
    ids.add((await server.call('/pets')).headers.get('x-request-id'));
  }
  expect(ids.size).toBe(50);
});
