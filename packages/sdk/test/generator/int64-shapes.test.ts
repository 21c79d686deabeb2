import { type ContractDocument, document, operationSpecs } from '@animal-store/contract';
import { toInt64Shapes } from '../../generator/int64/int64-shapes.js';
import { convertInt64s } from '../../src/int64-places.js';
import { parseInt64, stringifyInt64 } from '../../src/int64-strings.js';

const INT64 = { type: 'integer', format: 'int64' };
const INT32 = { type: 'integer', format: 'int32' };
const NULL = { type: 'null' };
const [OPERATION] = operationSpecs;

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const list = (items: object) => ({ type: 'array', items });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const animal = (size: object) =>
  object({ kind: { type: 'string' }, size }, { required: ['kind', 'size'] });
const schemas = {
  ...document.components.schemas,
  Id: object({ id: INT64 }),
  Tree: object({ id: INT64, children: list(ref('Tree')) }),
  Cat: animal(INT64),
  Dog: animal(INT32),
};

/** Both conversions of a value that has this schema. */
function convertersOf(schema: object) {
  if (OPERATION === undefined) throw new Error('the contract has no operation');
  const { path, method, id } = OPERATION;
  const message = { content: { 'application/json': { schema } } };
  const operation = { operationId: id, requestBody: message, responses: { 200: message } };
  const contract = {
    ...document,
    paths: { [path]: { [method]: operation } },
    components: { ...document.components, schemas },
  } as ContractDocument;
  const spec = { ...OPERATION, successes: [{ status: 200, mediaType: 'application/json' }] };
  const { shapes, operations } = toInt64Shapes([spec], contract);
  const places = operations[id] ?? {};
  return {
    shapes,
    toStrings: (value: unknown) =>
      convertInt64s({ shapes, convert: stringifyInt64 }, value, [places['200']], ''),
    parse: (value: unknown) =>
      convertInt64s({ shapes, convert: parseInt64 }, value, [places.body], ''),
  };
}

const nested = object({ a: object({ b: list(object({ c: INT64, d: INT32 })) }) });
const tree = (id: unknown, child: unknown) => ({ id, children: [{ id: child, children: [] }] });

test.each<[string, object, unknown, unknown]>([
  ['a whole value', INT64, 5, '5'],
  ['a nullable value', { type: ['integer', 'null'], format: 'int64' }, 5, '5'],
  ['a value that is null', { anyOf: [INT64, NULL] }, null, null],
  ['items', list(INT64), [1, 2n ** 62n], ['1', `${2n ** 62n}`]],
  ['a tuple', { ...list(INT64), prefixItems: [INT32, INT64] }, [1, 2, 3], [1, '2', '3']],
  ['a map', { type: 'object', additionalProperties: INT64 }, { a: 1 }, { a: '1' }],
  ['a pattern', { type: 'object', patternProperties: { '^x': INT64 } }, { x1: 1 }, { x1: '1' }],
  ['a nested object', nested, { a: { b: [{ c: 1, d: 1 }] } }, { a: { b: [{ c: '1', d: 1 }] } }],
  ['parts', { allOf: [ref('Id'), object({ b: INT32 })] }, { id: 1, b: 1 }, { id: '1', b: 1 }],
  ['a schema that contains itself', ref('Tree'), tree(1, 2), tree('1', '2')],
  ['an object that may be null', { oneOf: [object({ id: INT64 }), NULL] }, { id: 1 }, { id: '1' }],
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
  ['an int64 that is also a number', { allOf: [INT64, { type: 'integer' }] }, 1],
  ['a string', { type: 'string' }, '1'],
  ['a property that is not in the contract', object({ id: INT64 }), { other: 1 }],
])('when a value is %s, whose type is not Int64, then it stays', (_, schema, value) => {
  const { toStrings, parse } = convertersOf(schema);
  expect(toStrings(value)).toEqual(value);
  expect(parse(value)).toEqual(value);
});

describe('when branches have different numbers in one place, then the branch of the value decides', () => {
  const oneOf = [ref('Cat'), ref('Dog')];

  test('by a discriminator with a mapping', () => {
    const mapping = { cat: ref('Cat').$ref, dog: ref('Dog').$ref };
    const discriminator = { propertyName: 'kind', mapping };
    const { toStrings, parse } = convertersOf({ oneOf, discriminator });
    expect(toStrings({ kind: 'cat', size: 1 })).toEqual({ kind: 'cat', size: '1' });
    expect(toStrings({ kind: 'dog', size: 1 })).toEqual({ kind: 'dog', size: 1 });
    expect(parse({ kind: 'cat', size: '1' })).toEqual({ kind: 'cat', size: 1 });
  });

  const byConst = [
    object({ size: INT64, kind: { const: 'a' } }),
    object({ size: INT32, kind: { const: 'b' } }),
  ];
  const byRequired = [
    object({ size: INT64, a: INT32 }, { required: ['a'] }),
    object({ size: INT32 }),
  ];
  const byNames = [
    object({ size: INT64 }, { additionalProperties: false }),
    object({ size: INT32, b: INT32 }),
  ];

  test.each<[string, object, object]>([
    ['the name of the schema', { oneOf, discriminator: { propertyName: 'kind' } }, { kind: 'Dog' }],
    ['a fixed value', { anyOf: byConst }, { kind: 'b' }],
    ['a required property', { anyOf: byRequired }, {}],
    ['a closed object', { anyOf: byNames }, { b: 2 }],
  ])('by %s', (_, schema, own) => {
    const ofSecond = { ...own, size: 1 };
    expect(convertersOf(schema).toStrings(ofSecond)).toEqual(ofSecond);
  });
});

test('when a place has other numbers too, then all of them are strings, as in the type', () => {
  const { toStrings, parse } = convertersOf({ anyOf: [INT64, { type: 'number' }] });
  expect([toStrings(1), toStrings(1.5)]).toEqual(['1', '1.5']);
  expect([parse('1'), parse('1.5')]).toEqual([1, 1.5]);
});

test('when a place has text too, then a string of digits is text', () => {
  const { toStrings, parse } = convertersOf({ anyOf: [INT64, { type: 'string' }] });
  expect([toStrings(1), toStrings('1')]).toEqual(['1', '1']);
  expect([parse('1'), parse(1)]).toEqual(['1', 1]);
});

test('when a message has no int64, then it has no shape', () => {
  expect(convertersOf(object({ a: INT32, b: { type: 'array', items: INT32 } })).shapes).toEqual([]);
});
