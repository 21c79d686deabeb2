// Lists in a query: `a=1&a=2`, and with `explode: false` `a=1,2`.
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

const MAX = 9223372036854775807n;
const DEFAULTS = { sort: ['name', 'id'] };

test.each<[string, Record<string, unknown>]>([
  ['', {}],
  ['ids=1', { ids: [1] }],
  ['ids=1&ids=2&ids=1', { ids: [1, 2, 1] }],
  ['ids=2&tags=a&ids=1', { ids: [2, 1], tags: ['a'] }],
  [`ids=${MAX}&ids=-9223372036854775808`, { ids: [MAX, -9223372036854775808n] }],
  ['ids=9007199254740993', { ids: [9007199254740993n] }],
  ['ids=007&ids=-0', { ids: [7, 0] }],
  [
    'joinedIds=9007199254740993,1,-9007199254740993',
    {
      joinedIds: [9007199254740993n, 1, -9007199254740993n],
    },
  ],
  ['joinedIds=', { joinedIds: [] }],
  ['joinedIds', { joinedIds: [] }],
  ['status=sold&status=pending', { status: ['sold', 'pending'] }],
  ['tags=', { tags: [''] }],
  ['tags', { tags: [''] }],
  ['tags=a&tags=&tags=b', { tags: ['a', '', 'b'] }],
  ['tags=a,b&tags=a%2Cb', { tags: ['a,b', 'a,b'] }],
  ['tags=a+b&tags=a%20b&tags=a%2Bb', { tags: ['a b', 'a b', 'a+b'] }],
  ["tags=:/?@!$'()*;&tags=a=b", { tags: [":/?@!$'()*;", 'a=b'] }],
  ['tags=%F0%9F%90%B6&tags=%E2%82%AC', { tags: ['🐶', '€'] }],
  ['t%61gs=1&tags=2', { tags: ['1', '2'] }],
  ['tags=__proto__&tags=constructor', { tags: ['__proto__', 'constructor'] }],
  ['joinedTags=a%2Cb,c', { joinedTags: ['a,b', 'c'] }],
  ['joinedTags=a,,b,', { joinedTags: ['a', '', 'b', ''] }],
  ['joinedTags=a+b,%2B', { joinedTags: ['a b', '+'] }],
  ['flags=true,false', { flags: [true, false] }],
  ['prices=1.5&prices=-2e-3&prices=1E3', { prices: [1.5, -0.002, 1000] }],
  ['days=2026-02-28,2028-02-29', { days: ['2026-02-28', '2028-02-29'] }],
  ['sizes=3&sizes=1', { sizes: [3, 1] }],
  ['sort=status', { sort: ['status'] }],
])('when a list is sent as %s, then the handler gets its items', async (query, values) => {
  const expected = { ...DEFAULTS, ...values };
  const target = `/growth/lists?${query}`;
  for (const time of ['first', 'from the cache'])
    expect([time, (await echo(server, target)).query]).toEqual([time, expected]);
});

test.each<[string, string[]]>([
  ['ids=0x10', ['/ids/0 type']],
  ['ids=1&ids=&ids=two', ['/ids/1 type', '/ids/2 type']],
  ['ids=1,2', ['/ids/0 type']],
  ['ids=9223372036854775808&ids=-9223372036854775809', ['/ids/0 format', '/ids/1 format']],
  ['ids=1e1&ids=+5&ids=%205&ids=5.0', ['/ids/0 type', '/ids/1 type', '/ids/2 type', '/ids/3 type']],
  ['joinedIds=1,,2', ['/joinedIds/1 type']],
  ['joinedIds=1%2C2', ['/joinedIds/0 type']],
  ['joinedIds=1&joinedIds=2', ['/joinedIds duplicate']],
  ['status=sold&status=lost', ['/status/1 enum']],
  ['status=sold,pending', ['/status/0 enum']],
  ['status=sold&status=sold&status=sold&status=sold', ['/status max_items']],
  ['tags=%zz&tags=a&tags=%FF', ['/tags/0 malformed', '/tags/2 malformed']],
  ['flags=true,1,TRUE,yes', ['/flags/1 type', '/flags/2 type', '/flags/3 type']],
  [
    'prices=1e400&prices=0x10&prices=NaN&prices=.5',
    ['/prices/0 format', '/prices/1 type', '/prices/2 type', '/prices/3 type'],
  ],
  ['days=2026-02-30', ['/days/0 format']],
  ['sizes=4&sizes=1.0&sizes=9007199254740993', ['/sizes/1 type']],
  ['sizes=4&sizes=9007199254740993', ['/sizes/0 enum', '/sizes/1 enum']],
  ['sort=', ['/sort min_items']],
  ['sort=id,id', ['/sort unique_items']],
  ['sort=id,name,status,id', ['/sort max_items']],
  ['sort=id&tag=1', ['/tag unknown']],
  ['tags[]=a', ['/tags[] unknown']],
  ['ids[0]=1', ['/ids[0] unknown']],
])('when a list is sent as %s, then it is a 400 that names the items', async (query, faults) => {
  const details = expectError(
    await getRaw(server, `/growth/lists?${query}`),
    400,
    'invalid_request',
  );
  expect(details.map(({ path, code }) => `${path} ${code}`)).toEqual(faults);
  for (const detail of details) expect(detail.in).toBe('query');
});

test('when a list has many items, then the handler gets all of them', async () => {
  const ids = Array.from({ length: 2_500 }, (_, index) => index);
  const repeated = await echo(
    server,
    `/growth/lists?${ids
      .map((id) => `ids=${id}`)
      .slice(0, 1_500)
      .join('&')}`,
  );
  expect(repeated.query.ids).toEqual(ids.slice(0, 1_500));
  const joined = await echo(server, `/growth/lists?joinedIds=${ids.join(',')}`);
  expect(joined.query.joinedIds).toEqual(ids);
});

test('when a list has more items than the headers of a request may have bytes, then it is a 431', async () => {
  const { status } = await getRaw(server, `/growth/lists?joinedIds=${'1,'.repeat(10_000)}1`);
  expect(status).toBe(431);
});

test('when thousands of items must be unique, then they are compared in bounded time', async () => {
  const tags = Array.from({ length: 3_500 }, (_, index) => index.toString(36));
  const startMs = performance.now();
  for (let time = 0; time < 20; time += 1)
    await echo(server, `/growth/lists?uniqueTags=_${time},${tags.join(',')}`);
  expect(performance.now() - startMs).toBeLessThan(5_000); // quadratic time takes twice as long
});

test('when many items are invalid, then the details are as many as the contract allows', async () => {
  const details = expectError(
    await getRaw(server, `/growth/lists?joinedIds=${'x,'.repeat(5_000)}x`),
    400,
    'invalid_request',
  );
  expect(details).toHaveLength(20);
});

test('when required lists are absent, then each is named; an empty text is an empty list', async () => {
  const details = expectError(await getRaw(server, '/growth/required'), 400, 'invalid_request');
  expect(details.map((detail) => [detail.in, detail.path, detail.code])).toEqual([
    ['query', '/ids', 'required'],
    ['query', '/joined', 'required'],
    ['header', '/X-Tenant', 'required'],
  ]);
  const { query } = await echo(server, '/growth/required?ids=1&joined=', ['X-Tenant: 1']);
  expect(query).toEqual({ ids: [1], joined: [] });
});

test('when a handler changes a list, then it is an error, because requests share it', async () => {
  const changing = await startServer({
    edit: (contract) => growContract(contract, 'parameters.yaml'),
    handlers: {
      ...parameterHandlers,
      echoLists: async ({ query }: { query: { sort: string[] } }) => {
        query.sort.push('id');
        return { status: 200, body: { query, path: {}, headers: {} } };
      },
    },
  });
  try {
    for (const target of ['/growth/lists', '/growth/lists?sort=name'])
      expect((await getRaw(changing, target)).status).toBe(500);
  } finally {
    await changing.close();
  }
});

test('HEAD and GET read lists alike', async () => {
  for (const [query, status] of [
    ['ids=1&ids=2', 200],
    ['ids=x', 400],
  ])
    expect((await server.call(`/growth/lists?${query}`, { method: 'HEAD' })).status).toBe(status);
});
