// Bodies of requests, from the argument of a call.
import { connectOperation } from '../support/connect-operation.js';
import { expectRefusal } from '../support/scripted-server.js';

const MAX = 9223372036854775807n;
const FLAT = { method: 'POST', body: 'required' } as const;
const STRUCTURED = { ...FLAT, isStructured: true } as const;

test.each<[string, object, string]>([
  ['nothing, which the service refuses', {}, '{}'],
  ['null', { name: null }, '{"name":null}'],
  ['int64 in a list', { ids: [1, MAX] }, '{"ids":[1,9223372036854775807]}'],
  ['nested values', { a: { b: [{ c: false }] } }, '{"a":{"b":[{"c":false}]}}'],
  ['undefined, which is left out', { a: 1, b: undefined }, '{"a":1}'],
  ['a name that JavaScript treats specially', { ['__proto__']: 1 }, '{"__proto__":1}'],
])('when a flat call has %s, then that is the body', async (_, params, body) => {
  const { call, server } = await connectOperation(FLAT);
  await call(params);
  expect(server.received[0]?.body).toBe(body);
});

test.each<[unknown, string]>([
  [null, 'null'],
  [[1, MAX, [null]], '[1,9223372036854775807,[null]]'],
  [[], '[]'],
  ['text', '"text"'],
  ['', '""'],
  [false, 'false'],
  [0, '0'],
  [MAX, '9223372036854775807'],
  [{ id: 'in the body' }, '{"id":"in the body"}'],
])('when the body is given as a part, then it can be %p', async (body, text) => {
  const { call, server } = await connectOperation(STRUCTURED);
  await call({ body });
  expect(server.received[0]).toMatchObject({
    body: text,
    headers: { 'content-type': 'application/json' },
  });
});

test.each(['application/merge-patch+json', 'application/vnd.store.v2+json'])(
  'when the operation takes %s, then that is the Content-Type',
  async (contentType) => {
    const { call, server } = await connectOperation({ ...FLAT, method: 'PATCH', contentType });
    await call({ status: null });
    expect(server.received[0]).toMatchObject({
      body: '{"status":null}',
      headers: { 'content-type': contentType },
    });
  },
);

describe('when a body is optional', () => {
  test.each([
    ['flat', { method: 'POST', body: 'optional' } as const],
    ['structured', { method: 'POST', body: 'optional', isStructured: true } as const],
  ])('and a %s call has none, then none is sent', async (_, spec) => {
    const { call, server } = await connectOperation(spec);
    await call();
    expect(server.received[0]?.body).toBe('');
    expect(server.received[0]?.headers).toMatchObject({ accept: 'application/json' });
    expect(server.received[0]?.headers['content-type']).toBeUndefined();
  });

  test('and a flat call has one of its properties, then it is sent', async () => {
    const { call, server } = await connectOperation({ method: 'POST', body: 'optional' });
    await call({ name: null });
    expect(server.received[0]?.body).toBe('{"name":null}');
  });
});

test.each<[string, object, unknown, RegExp]>([
  ['the argument is a number', FLAT, 7, /^the argument must be an object \(got 7\)/],
  ['the argument is a string', FLAT, '7', /^the argument must be an object \(got "7"\)/],
  ['the argument is null', FLAT, null, /^the argument must be an object \(got null\)/],
  ['a name is unknown', {}, { limit: 1 }, /^limit is not a parameter/],
  ['the body is missing', STRUCTURED, {}, /^body is required/],
  ['the operation takes none', { isStructured: true }, { body: 1 }, /^body is not a parameter/],
  ['a value is NaN', FLAT, { price: Number.NaN }, /^price must be a finite number/],
  ['an integer is rounded', FLAT, { a: { ids: [1, 2 ** 53] } }, /^a\.ids\[1\] must be .*bigint/],
  ['a part is rounded', STRUCTURED, { body: [2 ** 60] }, /^body\[0\] must be .*bigint/],
  ['an item is undefined', FLAT, { ids: [1, undefined] }, /^ids\[1\] must not be undefined/],
])('when %s, then the call rejects, and nothing is sent', async (_, spec, params, message) => {
  const { call, server } = await connectOperation(spec);
  await expectRefusal(call(params as object), message, server);
});
