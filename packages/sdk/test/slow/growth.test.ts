// Contract that has grown: the types of the SDK built from it, and the requests and responses of its calls.
import { json } from '../support/scripted-server.js';
import { run } from './support/build-grown-sdk.js';
import { connect, noContent, TREE } from './support/grown-sdk.js';

test('when a project uses the built SDK, then its types are those of the contract', () => {
  run(TREE, 'packages/sdk', 'typescript/bin/tsc', '--noEmit');
});

test.each<[string, object | undefined, string, string]>([
  [
    'listThings',
    {
      ids: [1, 2n ** 60n],
      tags: ['a,b', 'c'],
      isNew: false,
      ratio: 0.5,
      level: 2,
      owner: null,
      'X-Tenant': 'x',
    },
    'GET /v1/growth/things?ids=1&ids=1152921504606846976&tags=a%2Cb,c&isNew=false&ratio=0.5&level=2&owner=',
    '',
  ],
  [
    'createThing',
    { name: 'a', owner: null, ids: [2n ** 60n] },
    'POST /v1/growth/things',
    '{"name":"a","owner":null,"ids":[1152921504606846976]}',
  ],
  [
    'renameThing',
    { path: { id: 1 }, query: { notify: true }, body: { id: 2 } },
    'PUT /v1/growth/things/1?notify=true',
    '{"id":2}',
  ],
  ['patchThing', { id: 1, note: null }, 'PATCH /v1/growth/things/1', '{"note":null}'],
  [
    'replaceThing',
    { id: 1, name: 'a', password: 'b' },
    'POST /v1/growth/things/1',
    '{"name":"a","password":"b"}',
  ],
  [
    'putAnimal',
    { id: 1, kind: 'cat', lives: 9 },
    'PUT /v1/growth/animals/1',
    '{"kind":"cat","lives":9}',
  ],
  ['setTags', { path: { id: 1 }, body: ['a'] }, 'PUT /v1/growth/things/1/tags', '["a"]'],
  ['setNote', { body: null }, 'PUT /v1/growth/note', 'null'],
  ['setPrices', { body: { a: 2n ** 60n } }, 'PUT /v1/growth/prices', '{"a":1152921504606846976}'],
  ['ping', undefined, 'POST /v1/growth/pings', ''],
  ['ping', { text: 'a' }, 'POST /v1/growth/pings', '{"text":"a"}'],
])(
  'when %s is called with %p, then the request is the contract’s',
  async (id, params, request, body) => {
    const { store, server } = await connect({}, json(200, []));
    await store[id]?.(params).catch(() => {});
    const [received] = server.received;
    expect(`${received?.method} ${received?.url}`).toBe(request);
    expect(received?.body).toBe(body);
  },
);

test('when a media type ends in +json, then the request names it, and the response is parsed', async () => {
  const { store, server } = await connect(
    {},
    json(200, { id: 1 }, { 'Content-Type': 'application/vnd.thing+json' }),
  );
  await expect(store.patchThing?.({ id: 1, note: null })).resolves.toEqual({ id: 1 });
  expect(server.received[0]?.headers).toMatchObject({
    accept: 'application/vnd.thing+json, application/json',
    'content-type': 'application/merge-patch+json',
  });
});

test('when a response has no body, then the call resolves to undefined', async () => {
  const { store, server } = await connect({}, noContent);
  await expect(store.deleteThing?.({ id: 1 })).resolves.toBeUndefined();
  expect(server.received[0]).toMatchObject({ method: 'DELETE', url: '/v1/growth/things/1' });
});
