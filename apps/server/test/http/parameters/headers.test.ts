// Header parameters of every type.
import { expectError } from '../../support/expect-error.js';
import { echo, getRaw } from '../../support/growth/echo.js';
import { growContract } from '../../support/growth/grow-contract.js';
import { HEADER_DEFAULTS, HEADERS, INVALID_HEADERS } from '../../support/growth/parameter-cases.js';
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

test.each(HEADERS)(
  'when the headers are %j, then the handler gets typed, exact values',
  async (lines, values) => {
    const expected = { query: {}, path: {}, headers: { ...HEADER_DEFAULTS, ...values } };
    for (let time = 0; time < 2; time += 1)
      expect(await echo(server, '/growth/headers', lines)).toEqual(expected);
  },
);

test.each(INVALID_HEADERS)(
  'when the headers are %j, then it is a 400 that names them',
  async (lines, faults) => {
    const details = expectError(
      await getRaw(server, '/growth/headers', lines),
      400,
      'invalid_request',
    );
    expect(details.map(({ path, code }) => `${path} ${code}`)).toEqual(faults);
    for (const detail of details) expect(detail.in).toBe('header');
  },
);

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
