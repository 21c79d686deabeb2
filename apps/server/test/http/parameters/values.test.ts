// Single values of every type, in a query and in a path.
import { expectError } from '../../support/expect-error.js';
import { echo, getRaw } from '../../support/growth/echo.js';
import { growContract } from '../../support/growth/grow-contract.js';
import { INVALID_VALUES, VALUE_DEFAULTS, VALUES } from '../../support/growth/parameter-cases.js';
import { parameterHandlers } from '../../support/growth/parameter-handlers.js';
import { startServer, type TestServer } from '../../support/start-server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({
    edit: (contract) => growContract(contract, 'parameters.yaml'),
    handlers: parameterHandlers,
  });
});
afterAll(() => server.close());

test.each(VALUES)(
  'when a query is %s, then the handler gets typed, exact values',
  async (query, values) => {
    const received = await echo(server, `/growth/values?${query}`);
    expect(received).toEqual({ query: { ...VALUE_DEFAULTS, ...values }, path: {}, headers: {} });
  },
);

test.each(INVALID_VALUES)('when a query is %s, then it is a 400: %s', async (query, fault) => {
  const details = expectError(
    await getRaw(server, `/growth/values?${query}`),
    400,
    'invalid_request',
  );
  const [name] = query.split('=');
  expect(
    details.map((detail) => `${detail.in} ${detail.path} ${detail.code} ${detail.message}`),
  ).toEqual([`query /${name} ${fault}`]);
});

test('names may have other characters than letters, in any spelling', async () => {
  const { query } = await echo(
    server,
    '/growth/names?filter.name=a&%24top=5&a:b=c&%40id=7&x%2Dy%7Ez=8',
  );
  expect(query).toEqual({ 'filter.name': 'a', $top: 5, 'a:b': 'c', '@id': 7, 'x-y~z': 8 });
  const odd = 'x-y~z=x&__proto__=1&constructor=2&toString=3&filter[name]=4&filter%2Ename[]=5';
  const details = expectError(await getRaw(server, `/growth/names?${odd}`), 400, 'invalid_request');
  expect(details.map(({ path, code }) => `${path} ${code}`)).toEqual([
    '/__proto__ unknown',
    '/constructor unknown',
    '/toString unknown',
    '/filter[name] unknown',
    '/filter.name[] unknown',
    '/x-y~0z type',
  ]);
});

describe('in a path', () => {
  test.each<[string, Record<string, unknown>]>([
    [
      '/9007199254740993/true/2/2026-02-28',
      { id: 9007199254740993n, flag: true, size: 2, day: '2026-02-28' },
    ],
    ['/%2D1/false/1/2026%2D02-28', { id: -1, flag: false, size: 1, day: '2026-02-28' }],
  ])('%s has typed, exact values', async (path, values) => {
    expect((await echo(server, `/growth/paths${path}`)).path).toEqual(values);
  });

  test('a value may have a bare colon', async () => {
    const { path } = await echo(server, '/growth/paths/1.5e1/at/2026-11-20T10:00:00Z');
    expect(path).toEqual({ price: 15, time: '2026-11-20T10:00:00Z' });
  });

  test('each invalid value is named', async () => {
    const reply = await getRaw(server, '/growth/paths/0x10/1/3/2026-02-30');
    expectError(reply, 400, 'invalid_request', [
      'path /id',
      'path /flag',
      'path /size',
      'path /day',
    ]);
    expectError(await getRaw(server, '/growth/paths/1e400/at/now'), 400, 'invalid_request', [
      'path /price',
      'path /time',
    ]);
  });
});
