// Contract that has grown: integers as strings, queries of TanStack Query, and the mock.
import { json } from '../support/scripted-server.js';
import { connect, noContent, requireEntry } from './support/grown-sdk.js';

test('when int64 is "string", then integers of every construct are strings, and digits are taken back', async () => {
  const thing = { id: 1, name: 'a', owner: 2, ids: [3] };
  const { store, server } = await connect(
    { int64: 'string' },
    json(200, [thing]),
    json(200, thing),
    noContent,
  );
  await expect(
    store.listThings?.({ 'X-Tenant': 'x', ids: ['1', `${2n ** 60n}`] }),
  ).resolves.toMatchObject({ items: [{ id: '1', name: 'a', owner: '2', ids: ['3'] }] });
  await expect(
    store.renameThing?.({ path: { id: '1' }, body: { id: '2' } }),
  ).resolves.toMatchObject({ id: '1' });
  await store.setPrices?.({ body: { a: '5' } });
  expect(server.received.map(({ url, body }) => `${url} ${body}`)).toEqual([
    '/v1/growth/things?ids=1&ids=1152921504606846976 ',
    '/v1/growth/things/1 {"id":2}',
    '/v1/growth/prices {"a":5}',
  ]);
});

test('when a structured list is read page by page, then each page is asked for with the parts of the first', async () => {
  const { store, server } = await connect(
    {},
    json(200, [], { Link: '</v1/growth/searches/a?cursor=c1>; rel="next"' }),
    json(200, []),
  );
  const { searchThingsInfiniteOptions } = requireEntry('tanstack-query');
  const params = { path: { status: 'a' }, query: { status: 'b' } };
  const options = searchThingsInfiniteOptions(store, params);
  const { signal } = new AbortController();
  const page = await options.queryFn({ signal, pageParam: options.initialPageParam });
  await options.queryFn({ signal, pageParam: options.getNextPageParam(page) });
  expect(server.received.map(({ url }) => url)).toEqual([
    '/v1/growth/searches/a?status=b',
    '/v1/growth/searches/a?status=b&cursor=c1',
  ]);
});

test('when a query has no body in its response, then its data is null, which a cache can hold', async () => {
  const { store } = await connect({}, noContent);
  const { getReadyOptions } = requireEntry('tanstack-query');
  const { signal } = new AbortController();
  await expect(getReadyOptions(store).queryFn({ signal })).resolves.toBeNull();
});

test('when the contract has other operations, then the mock answers them, from memory or with a sample', async () => {
  const { AnimalStore } = requireEntry('index');
  const { createMockFetch } = requireEntry('testing');
  const mock = createMockFetch({ things: [{ id: 7, name: 'first', owner: null }] });
  const store = new AnimalStore({
    baseUrl: 'https://mock.example/v1',
    apiKey: 'as_live_test',
    fetch: mock,
    clock: mock.clock,
  });
  const thing = { id: 8, name: 'a', owner: 2n ** 60n };
  await expect(store.createThing({ name: 'a', password: 'b', owner: 2n ** 60n })).resolves.toEqual(
    thing,
  );
  await expect(store.getThing?.({ id: 8 })).resolves.toEqual(thing);
  await expect(store.listThings?.({ 'X-Tenant': 'x', owner: 2n ** 60n })).resolves.toMatchObject({
    items: [thing],
  });
  await expect(store.deleteThing?.({ id: 8 })).resolves.toBeUndefined();
  await expect(store.patchThing?.({ id: 8, note: null })).resolves.toMatchObject({
    name: expect.any(String),
  });
  await expect(store.setPrices?.({ body: { a: 'much' } })).rejects.toMatchObject({
    details: [{ in: 'body', path: '/a', code: 'type' }],
  });
});

test.each<[string, string, RequestInit, (string | null)[]]>([
  [
    'a deprecated parameter',
    'things?sort=id',
    {},
    ['@1767225600', 'Thu, 05 Dec 2030 00:00:00 GMT'],
  ],
  ['no deprecated parameter', 'things', {}, [null, null]],
  [
    'a deprecated property',
    'things?',
    { method: 'POST', body: '{"name":"a","password":"b","nick":"c"}' },
    ['@1748736000', 'Sat, 01 Jan 2028 00:00:00 GMT'],
  ],
  [
    'no deprecated property',
    'things?',
    { method: 'POST', body: '{"name":"a","password":"b"}' },
    [null, null],
  ],
  ['a body that is no JSON', 'things?', { method: 'POST', body: '{"nick":' }, [null, null]],
])(
  'when the mock gets %s, then its reply has the headers of it',
  async (_name, path, init, dates) => {
    const mock = requireEntry('testing').createMockFetch();
    const headers = {
      Authorization: 'Bearer as_live_test',
      'X-Tenant': 'x',
      ...(init.body && { 'Content-Type': 'application/json' }),
    };
    const reply = await mock(`https://mock.example/v1/growth/${path}`, { ...init, headers });
    expect([reply.headers.get('deprecation'), reply.headers.get('sunset')]).toEqual(dates);
    expect(reply.headers.get('link')).toBeNull();
  },
);

test('when the mock gets a deprecated property with a key that may only read, then it has not read it', async () => {
  const mock = requireEntry('testing').createMockFetch();
  const reply = await mock('https://mock.example/v1/growth/things', {
    method: 'POST',
    headers: { Authorization: 'Bearer as_pub_test', 'Content-Type': 'application/json' },
    body: '{"name":"a","password":"b","nick":"c"}',
  });
  expect([reply.status, reply.headers.get('sunset')]).toEqual([403, null]);
});
