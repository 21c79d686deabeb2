// Single values of every type, in a query and in a path.
import { expectError } from '../../support/expect-error.js';
import { echo, getRaw } from '../../support/growth/echo.js';
import { growContract } from '../../support/growth/grow-contract.js';
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

const DEFAULTS = { page: 1, verbose: false, maybeRatio: 0.5 };

test.each<[string, Record<string, unknown>]>([
  ['', {}],
  ['text=', { text: '' }],
  ['text=null', { text: 'null' }],
  ['text=true', { text: 'true' }],
  ['text=12', { text: '12' }],
  ['text=a,b;c:d/e?f@g', { text: 'a,b;c:d/e?f@g' }],
  ['text=a=b=', { text: 'a=b=' }],
  ['text={"a":1}', { text: '{"a":1}' }],
  ['text=%00%0A', { text: '\0\n' }],
  ['flag=true', { flag: true }],
  ['flag=false', { flag: false }],
  ['price=0', { price: 0 }],
  ['price=-0.5', { price: -0.5 }],
  ['price=1e3', { price: 1000 }],
  ['price=1.7976931348623157e308', { price: Number.MAX_VALUE }],
  ['price=5e-324', { price: 5e-324 }],
  ['price=0.1', { price: 0.1 }],
  ['count=-5', { count: -5 }],
  ['whole=9007199254740991', { whole: 9007199254740991 }],
  ['whole=-9007199254740991', { whole: -9007199254740991 }],
  ['id=9007199254740993', { id: 9007199254740993n }],
  ['id=9223372036854775807', { id: 9223372036854775807n }],
  ['positiveId=9223372036854775807', { positiveId: 9223372036854775807n }],
  ['narrowed=9007199254740993', { narrowed: 9007199254740993n }],
  ['day=2024-02-29', { day: '2024-02-29' }],
  ['since=2026-11-20T10:00:00Z', { since: '2026-11-20T10:00:00Z' }],
  ['since=2026-11-20T10:00:00.123-01:30', { since: '2026-11-20T10:00:00.123-01:30' }],
  ['since=2026-11-20T10:00:00%2B01:00', { since: '2026-11-20T10:00:00+01:00' }],
  ['since=2026-11-20T10%3A00%3A00Z', { since: '2026-11-20T10:00:00Z' }],
  ['size=3', { size: 3 }],
  ['untypedSize=20', { untypedSize: 20 }],
  ['only=yes-please', { only: 'yes-please' }],
  ['maybeText=', { maybeText: null }],
  ['maybeText', { maybeText: null }],
  ['maybeText=null', { maybeText: 'null' }],
  ['maybeId=', { maybeId: null }],
  ['maybeId=null', { maybeId: null }],
  ['maybeId=9007199254740993', { maybeId: 9007199254740993n }],
  ['maybeStatus=', { maybeStatus: null }],
  ['maybeStatus=sold', { maybeStatus: 'sold' }],
  ['maybeSize=', { maybeSize: null }],
  ['maybeSize=2', { maybeSize: 2 }],
  ['maybeFlag=null', { maybeFlag: null }],
  ['maybeFlag=false', { maybeFlag: false }],
  ['maybeRatio=', { maybeRatio: null }],
  ['page=2&verbose=true&maybeRatio=0', { page: 2, verbose: true, maybeRatio: 0 }],
])('when a query is %s, then the handler gets typed, exact values', async (query, values) => {
  const received = await echo(server, `/growth/values?${query}`);
  expect(received).toEqual({ query: { ...DEFAULTS, ...values }, path: {}, headers: {} });
});

test.each<[string, string]>([
  ['flag=', 'type must be true or false'],
  ['flag=1', 'type must be true or false'],
  ['flag=True', 'type must be true or false'],
  ['flag=true%20', 'type must be true or false'],
  ...[
    '0x10',
    'NaN',
    'Infinity',
    '1e400x',
    '%205',
    '+5',
    '%2B5',
    '05',
    '.5',
    '5.',
    '',
    '1_0',
    'null',
    '1,5',
  ].map((text): [string, string] => [
    `price=${text}`,
    'type must be a number as in JSON, such as -1.5',
  ]),
  ['price=1e400', 'format must be a number up to 1.79e308'],
  ['price=-1e400', 'format must be a number up to 1.79e308'],
  ['price=-1000001', 'minimum must be at least -1000000'],
  ['count=1.0', 'type must be an integer in decimal digits'],
  ['count=1001', 'maximum must be at most 1000'],
  ['count=99999999999999999999', 'maximum must be at most 1000'],
  ['count=-9007199254740992', 'format must be an integer from -(2^53 - 1) to 2^53 - 1'],
  ['whole=9007199254740992', 'format must be an integer from -(2^53 - 1) to 2^53 - 1'],
  ['whole=9007199254740993', 'format must be an integer from -(2^53 - 1) to 2^53 - 1'],
  ['id=9223372036854775808', 'format must be a 64-bit integer in decimal digits'],
  ['id=0x10', 'type must be a 64-bit integer in decimal digits'],
  ['positiveId=0', 'minimum must be at least 1'],
  ['positiveId=-9223372036854775808', 'minimum must be at least 1'],
  ['narrowed=4', 'minimum must be at least 5'],
  ['day=2026-02-30', 'format must have the format date'],
  ['day=20260228', 'format must have the format date'],
  ['since=2026-11-20', 'format must have the format date-time'],
  ['since=2026-11-20T10:00:00', 'format must have the format date-time'],
  ['since=2026-11-20T10:00:00+01:00', 'format must have the format date-time'], // a plus is a space
  ['since=2026-11-20T25:00:00Z', 'format must have the format date-time'],
  ['size=4', 'enum must be one of 1, 2, 3'],
  ['size=01x', 'type must be an integer in decimal digits'],
  ['untypedSize=30', 'enum must be one of 10, 20'],
  ['only=no', 'const must be the one allowed value'],
  ['maybeId=x', 'type must be a 64-bit integer in decimal digits'],
  ['maybeStatus=lost', 'enum must be one of available, pending, sold'],
  ['maybeFlag=maybe', 'type must be true or false'],
  ['flag=true&flag=true', 'duplicate is given more than once'],
  ['page=0', 'minimum must be at least 1'],
])('when a query is %s, then it is a 400: %s', async (query, fault) => {
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
