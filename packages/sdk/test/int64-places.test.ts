// Places of 64-bit integers in the schemas of a contract.
import { Int64Places } from '@animal-store/spec/int64-places';
import { readContract } from '@animal-store/spec/model';
import { convertInt64s, parseInt64, stringifyInt64 } from '../src/int64/int64-strings.js';

const INT64 = { type: 'integer', format: 'int64' };
const INT32 = { type: 'integer', format: 'int32' };
const TEXT = { type: 'string' };
const NULL = { type: 'null' };

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const list = (items: object) => ({ type: 'array', items });
const map = (schema: object, properties: object = {}) =>
  object(properties, { additionalProperties: schema });
const schemas: Record<string, object> = {
  Id: object({ id: INT64 }),
  Tree: object({ id: INT64, children: list({ $ref: '#/components/schemas/Tree' }) }),
};

/** Both conversions of a value that has this schema. */
function convertersOf(schema: object) {
  const contract = readContract({ components: { schemas: { ...schemas, Own: schema } } });
  const places = new Int64Places();
  const index = places.indexOf([...contract.schemas.values()].slice(-1));
  return {
    places: places.list,
    toStrings: (value: unknown) => convertInt64s(value, index, '', stringifyInt64, places.list),
    parse: (value: unknown) => convertInt64s(value, index, '', parseInt64, places.list),
  };
}

const nested = object({ a: object({ b: list(object({ c: INT64, d: INT32 })) }) });
const tree = (id: unknown, child: unknown) => ({ id, children: [{ id: child, children: [] }] });
const animals = { oneOf: [object({ a: INT64 }), object({ b: list(INT64), c: INT32 }), NULL] };
const limit = { oneOf: [INT64, { const: 'none' }] };

test.each<[string, object, unknown, unknown]>([
  ['a whole value', INT64, 5, '5'],
  ['a nullable value', { type: ['integer', 'null'], format: 'int64' }, 5, '5'],
  ['a value that is null', { anyOf: [INT64, NULL] }, null, null],
  ['items', list(INT64), [1, 2n ** 62n], ['1', `${2n ** 62n}`]],
  ['a map', map(INT64), { a: 1 }, { a: '1' }],
  [
    'a map beside properties',
    map(INT64, { a: INT32, b: TEXT }),
    { a: 1, b: '1', c: 1 },
    { a: 1, b: '1', c: '1' },
  ],
  ['a nested object', nested, { a: { b: [{ c: 1, d: 1 }] } }, { a: { b: [{ c: '1', d: 1 }] } }],
  [
    'parts',
    { allOf: [{ $ref: '#/components/schemas/Id' }, object({ b: INT32 })] },
    { id: 1, b: 1 },
    { id: '1', b: 1 },
  ],
  [
    'a schema that contains itself',
    { $ref: '#/components/schemas/Tree' },
    tree(1, 2),
    tree('1', '2'),
  ],
  ['one alternative', animals, { a: 1 }, { a: '1' }],
  ['another alternative', animals, { b: [1], c: 1 }, { b: ['1'], c: 1 }],
  ['a place that may have a listed text', limit, 5, '5'],
  ['a place that has a listed text', limit, 'none', 'none'],
])('when int64 is in %s, then it is a string, and taken back', (_, schema, value, strings) => {
  const { toStrings, parse } = convertersOf(schema);
  expect(toStrings(value)).toEqual(strings);
  expect(parse(strings)).toEqual(value);
  expect(parse(value)).toEqual(value);
});

test.each<[string, object, unknown]>([
  ['a smaller integer', INT32, 1],
  ['a number', { type: 'number' }, 1.5],
  ['fixed values', { ...INT64, enum: [1, 2] }, 1],
  ['a string', TEXT, '1'],
  ['a property that is not in the contract', object({ id: INT64 }), { other: 1 }],
])('when a value is %s, whose type is not Int64, then it stays', (_, schema, value) => {
  const { toStrings, parse } = convertersOf(schema);
  expect(toStrings(value)).toEqual(value);
  expect(parse(value)).toEqual(value);
});

test('when a message has no int64, then it has no place', () => {
  expect(convertersOf(object({ a: INT32, b: { type: 'array', items: INT32 } })).places).toEqual([]);
});
