// Parameters of a call, in the URL and the headers of its request.
import type { WireOperation, WireParameter } from '../../src/client/wire-operation.js';
import { connectOperation } from '../support/connect-operation.js';
import { expectRefusal } from '../support/scripted-server.js';

type Shape = Omit<WireParameter, 'name' | 'in'>;

const REPEATED: Shape = { list: 'repeated' };
const COMMAS: Shape = { list: 'comma-separated' };
const IDS: Shape = { type: 'int64', list: 'repeated' };
const NUMBER: Shape = { type: 'number' };
const INTEGER: Shape = { type: 'integer' };
const INT64: Shape = { type: 'int64' };
const NON_EMPTY: Shape = { ...REPEATED, isNonEmpty: true };
const REQUIRED: Shape = { isRequired: true };
const INFINITY = Number.POSITIVE_INFINITY;
const MAX = 9223372036854775807n;

const withParameter = (parameter: WireParameter): Partial<WireOperation> => ({
  path: parameter.in === 'path' ? `/growth/{${parameter.name}}` : '/growth',
  parameters: [{ ...parameter, ...(parameter.in === 'path' && { isRequired: true }) }],
});

test.each<[string, Shape, unknown, string]>([
  ['string', {}, 'a b&c=é/?#+%', '?x=a%20b%26c%3D%C3%A9%2F%3F%23%2B%25'],
  ['empty string', {}, '', '?x='],
  ['date-time', {}, '2026-11-20T09:30:00+01:00', '?x=2026-11-20T09%3A30%3A00%2B01%3A00'],
  ['boolean', { type: 'boolean' }, false, '?x=false'],
  ['number', NUMBER, -1.5e-7, '?x=-1.5e-7'],
  ['large number', NUMBER, 1e300, '?x=1e%2B300'],
  ['integer', INTEGER, -(2 ** 53 - 1), '?x=-9007199254740991'],
  ['int64 as a number', INT64, 5, '?x=5'],
  ['int64 as a bigint', INT64, -MAX - 1n, '?x=-9223372036854775808'],
  ['null', { isNullable: true }, null, '?x='],
  ['null of another type', { type: 'int64', isNullable: true }, null, '?x='],
  ['absent', {}, undefined, ''],
  ['repeated list', REPEATED, ['a,b', 'c&d', ''], '?x=a%2Cb&x=c%26d&x='],
  ['repeated list of one empty item', REPEATED, [''], '?x='],
  ['repeated list without items', REPEATED, [], ''],
  ['repeated list of numbers', { ...REPEATED, ...NUMBER }, [1e-7, -1], '?x=1e-7&x=-1'],
  ['repeated list of int64', IDS, [1, MAX], '?x=1&x=9223372036854775807'],
  ['comma-separated list', COMMAS, ['a,b', 'c d'], '?x=a%2Cb,c%20d'],
  ['comma-separated list without items', COMMAS, [], '?x='],
  ['comma-separated booleans', { ...COMMAS, type: 'boolean' }, [true, false], '?x=true,false'],
])('when a query parameter is %s, then the URL has its text', async (_, shape, value, query) => {
  const { call, server } = await connectOperation(
    withParameter({ name: 'x', in: 'query', ...shape }),
  );
  await call({ x: value });
  expect(server.received[0]?.url).toBe(`/v1/growth${query}`);
});

test.each(['a.b', 'é', 'a b', '__proto__', 'constructor'])(
  'when a query parameter is named %j, then its name arrives',
  async (name) => {
    const { call, server } = await connectOperation(withParameter({ name, in: 'query' }));
    await call({ [name]: 'v' });
    const { search } = new URL(server.received[0]?.url ?? '', server.baseUrl);
    expect([...new URLSearchParams(search)]).toEqual([[name, 'v']]);
  },
);

describe('when a header parameter has a value, then the request has a header with its text', () => {
  test.each<[string, Shape, unknown, string]>([
    ['string', {}, 'a "b", c', 'a "b", c'],
    ['Latin-1', {}, 'café', 'café'],
    ['empty string', {}, '', ''],
    ['boolean', { type: 'boolean' }, true, 'true'],
    ['int64', INT64, MAX, '9223372036854775807'],
    ['null', { isNullable: true }, null, ''],
    ['list', COMMAS, ['a', 'b c'], 'a,b c'],
    ['list without items', COMMAS, [], ''],
  ])('%s', async (_, shape, value, text) => {
    const { call, server } = await connectOperation(
      withParameter({ name: 'X-Tenant', in: 'header', ...shape }),
    );
    await call({ 'X-Tenant': value });
    expect(server.received[0]?.headers['x-tenant']).toBe(text);
  });

  test('beside the Idempotency-Key, which the client sends', async () => {
    const { call, server } = await connectOperation({
      ...withParameter({ name: 'X-Tenant', in: 'header' }),
      method: 'POST',
      isIdempotent: true,
    });
    await call({ 'X-Tenant': 'a' });
    expect(server.received[0]?.headers).toMatchObject({
      'x-tenant': 'a',
      'idempotency-key': expect.stringMatching(/^[0-9a-f]{32}$/),
    });
  });
});

test('when a path parameter has characters of URLs, then they are encoded', async () => {
  const { call, server } = await connectOperation({
    path: '/growth/{a}/of/{b}',
    parameters: [
      { name: 'a', in: 'path', isRequired: true },
      { name: 'b', in: 'path', type: 'int64', isRequired: true },
    ],
  });
  await call({ a: '{b}/../$&?x#%', b: MAX });
  expect(server.received[0]?.url).toBe(
    '/v1/growth/%7Bb%7D%2F..%2F%24%26%3Fx%23%25/of/9223372036854775807',
  );
});

test.each<[string, WireParameter['in'], Shape, unknown, RegExp]>([
  ['a number for a string', 'query', {}, 5, /^x must be a string \(got 5\)/],
  ['a Date for a string', 'query', {}, new Date(0), /^x must be a string \(got an object\)/],
  ['a function for a string', 'query', {}, () => {}, /^x must be a string \(got a function\)/],
  ['a string for a boolean', 'query', { type: 'boolean' }, 'true', /^x must be a boolean/],
  ['NaN', 'query', NUMBER, Number.NaN, /^x must be a finite number \(got NaN\)/],
  ['an infinity', 'query', NUMBER, INFINITY, /^x must be a finite number/],
  ['a string for a number', 'query', NUMBER, '0x10', /^x must be a finite number/],
  ['a fraction', 'query', INTEGER, 1.5, /^x must be an integer .* \(got 1\.5\)/],
  ['NaN for an id', 'path', INT64, Number.NaN, /^x must be an integer .* \(got NaN\)/],
  ['a fraction for an id', 'path', INT64, 0.5, /^x must be an integer .* \(got 0\.5\)/],
  ['text for an id', 'path', INT64, '7', /^x must be an integer .* \(got "7"\)/],
  ['a rounded integer', 'query', INT64, 2 ** 53, /^x must be .*bigint/],
  ['an integer beyond 2^53', 'query', INTEGER, 2 ** 53, /^x must be an integer .*bigint/],
  ['more than 64 bits', 'query', INT64, MAX + 1n, /^x must be an integer of 64 bits/],
  ['null', 'query', {}, null, /^x must not be null/],
  ['an empty text that means null', 'query', { isNullable: true }, '', /^x must not be empty/],
  ['a single value for a list', 'query', REPEATED, 'a', /^x must be an array \(got "a"\)/],
  ['a list for a single value', 'query', {}, ['a'], /^x must be a string/],
  ['a wrong item', 'query', IDS, [1, '2'], /^x\[1\] must be an integer .* \(got "2"\)/],
  ['a null item', 'query', REPEATED, ['a', null], /^x\[1\] must be a string/],
  ['an item that is a hole', 'query', REPEATED, new Array(1), /^x\[0\] must be a string/],
  ['one empty item between commas', 'query', COMMAS, [''], /^x must not .*empty/],
  ['required but absent', 'query', REQUIRED, undefined, /^x is required/],
  ['no items, which would be read as absent', 'query', NON_EMPTY, [], /^x must not be empty/],
  ['half of a surrogate pair', 'query', {}, 'a\ud800', /^x must be well-formed/],
  ['a line break in a header', 'header', {}, 'a\r\nX-Evil: 1', /^x must be Latin-1/],
  ['a header beyond Latin-1', 'header', {}, '日本', /^x must be Latin-1/],
  ['a space at the end of a header', 'header', {}, 'a ', /^x must be .*spaces/],
  ['a comma in an item of a header', 'header', COMMAS, ['a,b'], /^x must not .*comma/],
  ['an empty item of a header', 'header', COMMAS, ['a', ''], /^x must not .*empty/],
  ['a required header that is absent', 'header', REQUIRED, undefined, /^x is required/],
  ['a path parameter that is absent', 'path', {}, undefined, /^x is required/],
  ['an empty path segment', 'path', {}, '', /^x must not be empty/],
  ['the path of the parent', 'path', {}, '..', /^x must not be .*"\.\."/],
])('when a value is %s, then it is refused', async (_, location, shape, value, message) => {
  const { call, server } = await connectOperation(
    withParameter({ name: 'x', in: location, ...shape }),
  );
  await expectRefusal(call({ x: value }), message, server);
});
