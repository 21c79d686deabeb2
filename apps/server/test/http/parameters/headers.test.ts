// Header parameters of every type.
import { expectError } from '../../support/expect-error.js';
import { echo, getRaw } from '../../support/growth/echo.js';
import { growContract } from '../../support/growth/grow-contract.js';
import { parameterHandlers } from '../../support/growth/parameter-handlers.js';
import { formatRequest, sendRaw } from '../../support/raw-connection.js';
import { startServer, type TestServer } from '../../support/start-server.js';

const ORIGIN = 'https://shop.example';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({
    corsOrigins: [ORIGIN],
    edit: (contract) => growContract(contract, 'parameters.yaml'),
    handlers: parameterHandlers,
  });
});
afterAll(() => server.close());

const DEFAULTS = { 'X-Level': 2, 'X-Sort': ['id'] };

test.each<[string[], Record<string, unknown>]>([
  [[], {}],
  [['X-Tenant: 9007199254740993'], { 'X-Tenant': 9007199254740993n }],
  [['x-tenant:  -9223372036854775808\t'], { 'X-Tenant': -9223372036854775808n }],
  [['X-FLAG: true'], { 'X-Flag': true }],
  [['X-Ratio: 2.5e-1'], { 'X-Ratio': 0.25 }],
  [['X-Since: 2026-11-20T10:00:00+01:00'], { 'X-Since': '2026-11-20T10:00:00+01:00' }],
  [['X-Status: sold'], { 'X-Status': 'sold' }],
  [['X-Ids: 1, 9007199254740993 ,3'], { 'X-Ids': [1, 9007199254740993n, 3] }],
  [['X-Ids: 1', 'X-Ids: 2,3'], { 'X-Ids': [1, 2, 3] }],
  [['X-Ids:'], { 'X-Ids': [] }],
  [['X-Tags: a b,%2C,"c"'], { 'X-Tags': ['a b', '%2C', '"c"'] }],
  [['X-Tags: a,,b'], { 'X-Tags': ['a', '', 'b'] }],
  [['X-Maybe:'], { 'X-Maybe': null }],
  [['X-Maybe: null'], { 'X-Maybe': null }],
  [['X-Maybe: 5'], { 'X-Maybe': 5 }],
  [['X-Level: 3', 'X-Sort: name, id'], { 'X-Level': 3, 'X-Sort': ['name', 'id'] }],
])('when the headers are %j, then the handler gets typed, exact values', async (lines, values) => {
  const expected = { query: {}, path: {}, headers: { ...DEFAULTS, ...values } };
  for (let time = 0; time < 2; time += 1)
    expect(await echo(server, '/growth/headers', lines)).toEqual(expected);
});

test.each<[string[], string[]]>([
  [['X-Tenant: 0x10'], ['/X-Tenant type']],
  [['X-Tenant: 9223372036854775808'], ['/X-Tenant format']],
  [['X-Tenant:'], ['/X-Tenant type']],
  [['X-Tenant: 1', 'X-Tenant: 1'], ['/X-Tenant duplicate']],
  [
    ['X-Flag: yes', 'x-status: lost'],
    ['/X-Flag type', '/X-Status enum'],
  ],
  [['X-Ratio: 1'], ['/X-Ratio exclusive_maximum']],
  [['X-Ratio: 1e400'], ['/X-Ratio format']],
  [['X-Since: yesterday'], ['/X-Since format']],
  [['X-Ids: 1,,2'], ['/X-Ids/1 type']],
  [['X-Ids: 1;2'], ['/X-Ids/0 type']],
  [['X-Tags: a,b', 'X-Tags: c,d'], ['/X-Tags max_items']],
  [['X-Maybe: 9007199254740993'], ['/X-Maybe format']],
  [['X-Level: 4'], ['/X-Level enum']],
])('when the headers are %j, then it is a 400 that names them', async (lines, faults) => {
  const details = expectError(
    await getRaw(server, '/growth/headers', lines),
    400,
    'invalid_request',
  );
  expect(details.map(({ path, code }) => `${path} ${code}`)).toEqual(faults);
  for (const detail of details) expect(detail.in).toBe('header');
});

test('when a POST has headers and a body, then faults of both are listed', async () => {
  const body = JSON.stringify({ name: 5, categoryId: 1 });
  const post = (lines: string[]) =>
    sendRaw(
      server.url,
      formatRequest(
        'POST /v1/growth/headers',
        [
          `Authorization: Bearer ${server.key}`,
          'Content-Type: application/json',
          `Content-Length: ${body.length}`,
          ...lines,
        ],
        body,
      ),
    );
  expectError(await post(['X-Flag: 1', 'X-Ids: a']), 400, 'invalid_request', [
    'header /X-Flag',
    'header /X-Ids/0',
    'body /name',
  ]);
});

test('when a header has other characters than ASCII, then the handler gets them as Latin-1', async () => {
  const headers = { 'X-Tags': 'é,ÿ' };
  const { text } = await server.call('/growth/headers', { headers });
  expect(JSON.parse(text).headers['X-Tags']).toEqual(['é', 'ÿ']);
});

test('browsers may send every header parameter', async () => {
  const reply = await fetch(`${server.url}/v1/growth/headers`, {
    method: 'OPTIONS',
    headers: { Origin: ORIGIN, 'Access-Control-Request-Method': 'GET' },
  });
  expect(reply.status).toBe(204);
  const allowed = reply.headers.get('access-control-allow-headers')?.split(',');
  expect(allowed).toEqual(expect.arrayContaining(['X-Tenant', 'X-Tags', 'X-Sort']));
  expect(new Set(allowed).size).toBe(allowed?.length);
});

test('OPTIONS needs no header parameters, HEAD reads them as GET does', async () => {
  const call = (method: string, headers: Record<string, string>) =>
    server.call('/growth/headers', { method, headers });
  expect((await call('OPTIONS', { 'X-Flag': 'x' })).status).toBe(204);
  expect((await call('HEAD', { 'X-Flag': 'x' })).status).toBe(400);
  expect((await call('HEAD', { 'X-Flag': 'true' })).status).toBe(200);
});
