// Calls whose argument has the parts of the request.
import type { WireOperation, WireParameter } from '../../src/client/wire-operation.js';
import { page, REX } from '../support/connect.js';
import { connectOperation } from '../support/connect-operation.js';
import { expectRefusal } from '../support/scripted-server.js';

const SPEC: Partial<WireOperation> = {
  method: 'PUT',
  path: '/growth/{id}',
  parameters: [
    { name: 'id', in: 'path', type: 'int64', isRequired: true },
    { name: 'id', in: 'query', type: 'integer' },
    { name: 'id', in: 'header', isRequired: true },
  ],
  body: 'required',
  isStructured: true,
};

test('when a name is in every part, then each value is sent where the caller put it', async () => {
  const { call, server } = await connectOperation(SPEC);
  await call({ path: { id: 1n }, query: { id: 2 }, headers: { id: 'three' }, body: { id: 4 } });
  expect(server.received[0]).toMatchObject({
    url: '/v1/growth/1?id=2',
    headers: { id: 'three' },
    body: '{"id":4}',
  });
});

test('when a part is omitted or undefined, then nothing of it is sent', async () => {
  const { call, server } = await connectOperation({ ...SPEC, body: 'optional' });
  await call({ path: { id: 1 }, headers: { id: 'x' }, query: undefined, body: undefined });
  expect(server.received[0]).toMatchObject({ url: '/v1/growth/1', body: '' });
});

test.each<[object | undefined, RegExp]>([
  [undefined, /^body is required/],
  [{ body: 0 }, /^path\.id is required/],
  [{ path: { id: 1 }, body: 0 }, /^headers\.id is required/],
  [{ path: { id: 1.5 }, headers: { id: 'x' }, body: 0 }, /^path\.id must be an integer/],
  [{ path: { id: 1, other: 1 }, headers: { id: 'x' }, body: 0 }, /^path\.other is not a parameter/],
  [{ params: { id: 1 }, body: 0 }, /^params\.id is not a parameter/],
  [{ header: { id: 'x' }, body: 0 }, /^header\.id is not a parameter/],
  [{ id: 1, body: 0 }, /^id must be an object/],
  [{ path: null, body: 0 }, /^path must be an object/],
])(
  'when the argument is %j, then the call rejects with the name and nothing is sent',
  async (params, message) => {
    const { call, server } = await connectOperation(SPEC);
    await expectRefusal(call(params), message, server);
  },
);

test('when a listing is structured, then the next pages have its cursor and the same parameters', async () => {
  const { callPaged, server } = await connectOperation(
    {
      parameters: [
        { name: 'id', in: 'query', type: 'int64', list: 'repeated' },
        { name: 'cursor', in: 'query' },
        { name: 'id', in: 'header' },
      ],
      isStructured: true,
    },
    page([1], 'c1'),
    page([2]),
  );
  const items: unknown[] = [];
  for await (const item of callPaged.all({ query: { id: [1n, 2] }, headers: { id: 'x' } }))
    items.push(item);
  expect(items).toEqual([REX, { ...REX, id: 2 }]);
  expect(server.received.map(({ url }) => url)).toEqual([
    '/v1/growth?id=1&id=2',
    '/v1/growth?id=1&id=2&cursor=c1',
  ]);
  expect(server.received[1]?.headers.id).toBe('x');
  const first = await callPaged();
  expect(first.next).toBeUndefined();
});

test('when a structured call gets the cursor that it has sent, then it rejects', async () => {
  const parameters: WireParameter[] = [{ name: 'cursor', in: 'query' }];
  const { callPaged } = await connectOperation({ parameters, isStructured: true }, page([1], 'c1'));
  const call = callPaged({ query: { cursor: 'c1' } });
  await expect(call).rejects.toMatchObject({ name: 'PaginationError' });
});
