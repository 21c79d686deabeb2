// Lists in a query: `a=1&a=2`, and with `explode: false` `a=1,2`.
import { expectError } from '../../support/expect-error.js';
import { echo, getRaw } from '../../support/growth/echo.js';
import { growContract } from '../../support/growth/grow-contract.js';
import { INVALID_LISTS, LIST_DEFAULTS, LISTS } from '../../support/growth/parameter-cases.js';
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

test.each(LISTS)(
  'when a list is sent as %s, then the handler gets its items',
  async (query, values) => {
    const expected = { ...LIST_DEFAULTS, ...values };
    const target = `/growth/lists?${query}`;
    for (const time of ['first', 'from the cache'])
      expect([time, (await echo(server, target)).query]).toEqual([time, expected]);
  },
);

test.each(INVALID_LISTS)(
  'when a list is sent as %s, then it is a 400 that names the items',
  async (query, faults) => {
    const details = expectError(
      await getRaw(server, `/growth/lists?${query}`),
      400,
      'invalid_request',
    );
    expect(details.map(({ path, code }) => `${path} ${code}`)).toEqual(faults);
    for (const detail of details) expect(detail.in).toBe('query');
  },
);

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
