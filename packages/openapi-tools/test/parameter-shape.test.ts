// What the schema of a parameter says about its text, through references and combinations.
import { type Resolve, readParameterShape } from '../src/parameter-shape.js';

const SCHEMAS: Record<string, unknown> = {
  Int64: { type: 'integer', format: 'int64' },
  Status: { type: 'string', enum: ['available', 'sold'] },
  Statuses: { type: 'array', items: { $ref: 'Status' } },
  Alias: { $ref: 'Int64' },
  Page: { type: 'integer', default: 1 },
  Loop: { allOf: [{ $ref: 'Loop' }] },
  Tree: { type: 'array', items: { $ref: 'Tree' } },
};
const resolve: Resolve = (reference) => ({ node: SCHEMAS[reference], resolve });

const shapeOf = (schema: unknown, parameter: object = {}) =>
  readParameterShape({ name: 'x', in: 'query', schema, ...parameter }, resolve);

const NULL = { type: 'null' };

test.each<[string, object, object]>([
  ['a string', { type: 'string' }, { type: 'string' }],
  ['a string with a format', { type: 'string', format: 'date-time' }, { type: 'string' }],
  ['a boolean', { type: 'boolean' }, { type: 'boolean' }],
  ['a number', { type: 'number' }, { type: 'number' }],
  ['a list of one type', { type: ['integer'] }, { type: 'integer' }],
  ['a 32-bit integer', { type: 'integer', format: 'int32' }, { type: 'integer' }],
  ['a 64-bit integer', { type: 'integer', format: 'int64' }, { type: 'int64' }],
  ['a number with the format int64', { type: 'number', format: 'int64' }, { type: 'number' }],
  ['a reference', { $ref: 'Int64' }, { type: 'int64' }],
  ['a reference to a reference', { $ref: 'Alias' }, { type: 'int64' }],
  ['a reference with a bound', { $ref: 'Int64', minimum: 1 }, { type: 'int64' }],
  ['a type and more', { allOf: [{ $ref: 'Int64' }, { minimum: 1 }] }, { type: 'int64' }],
  [
    'an integer that is also a number',
    { allOf: [{ type: 'number' }, { type: 'integer' }] },
    { type: 'integer' },
  ],
  [
    'an int64 that is also a number',
    { allOf: [{ $ref: 'Int64' }, { type: 'number' }] },
    { type: 'integer' },
  ],
  ['an enum of strings', { enum: ['a', 'b'] }, { type: 'string' }],
  ['an enum of integers', { enum: [1, 2] }, { type: 'integer' }],
  ['an enum of numbers', { enum: [1, 2.5] }, { type: 'number' }],
  ['an enum of a type', { type: 'number', enum: [1, 2] }, { type: 'number' }],
  ['a const', { const: true }, { type: 'boolean' }],
  [
    'alternatives of one type',
    { anyOf: [{ const: 'a' }, { type: 'string', minLength: 5 }] },
    { type: 'string' },
  ],
  ['integers or numbers', { oneOf: [{ type: 'integer' }, { type: 'number' }] }, { type: 'number' }],
  [
    'a condition',
    { type: 'integer', not: { const: 5 }, if: { minimum: 9 }, else: {} },
    { type: 'integer' },
  ],
  ['a nullable integer', { type: ['integer', 'null'] }, { type: 'integer', isNullable: true }],
  [
    'a nullable int64',
    { type: ['integer', 'null'], format: 'int64' },
    { type: 'int64', isNullable: true },
  ],
  [
    'a reference or null',
    { anyOf: [{ $ref: 'Status' }, NULL] },
    { type: 'string', isNullable: true },
  ],
  [
    'null or a reference',
    { oneOf: [NULL, { $ref: 'Int64' }] },
    { type: 'int64', isNullable: true },
  ],
  ['an enum with null', { enum: [1, null] }, { type: 'integer', isNullable: true }],
  [
    'an enum without the null of its type',
    { type: ['string', 'null'], enum: ['', 'a'] },
    { type: 'string' },
  ],
  [
    'a nullable date',
    { type: ['string', 'null'], format: 'date' },
    { type: 'string', isNullable: true },
  ],
  [
    'a nullable string that is not empty',
    { type: ['string', 'null'], minLength: 1 },
    { type: 'string', isNullable: true },
  ],
  ['a default', { type: 'boolean', default: false }, { type: 'boolean', default: false }],
  [
    'a default of null',
    { type: ['integer', 'null'], default: null },
    { type: 'integer', isNullable: true, default: null },
  ],
  ['the default of a reference', { $ref: 'Page' }, { type: 'integer', default: 1 }],
  ['an own default', { $ref: 'Page', default: 2 }, { type: 'integer', default: 2 }],
])('%s', (_, schema, shape) => {
  expect(shapeOf(schema)).toEqual({ isNullable: false, ...shape });
});

const LIST = { type: 'array', items: { type: 'string' } };

test.each<[string, object, object]>([
  ['exploded, which is the default', {}, { list: 'repeated' }],
  ['not exploded', { explode: false }, { list: 'comma-separated' }],
  ['in a header', { in: 'header' }, { list: 'comma-separated' }],
  ['in a header, exploded', { in: 'header', explode: true }, { list: 'comma-separated' }],
])('a list %s', (_, parameter, shape) => {
  expect(shapeOf(LIST, parameter)).toEqual({ type: 'string', isNullable: false, ...shape });
});

test('a list by reference has the type of its items', () => {
  const shape = { isNullable: false, list: 'repeated' };
  expect(shapeOf({ $ref: 'Statuses' })).toEqual({ type: 'string', ...shape });
  expect(shapeOf({ type: 'array', items: { $ref: 'Int64' } })).toEqual({ type: 'int64', ...shape });
  expect(shapeOf({ allOf: [{ $ref: 'Statuses' }, { maxItems: 3 }], default: ['sold'] })).toEqual({
    type: 'string',
    ...shape,
    default: ['sold'],
  });
});

const items = (schema: unknown) => ({ type: 'array', items: schema });

test.each<[string, unknown, object, RegExp]>([
  ['nothing', {}, {}, /has no type: add one/],
  ['anything', true, {}, /has no type/],
  ['an object', { type: 'object' }, {}, /may be an object: write a parameter for each property/],
  ['an object or null', { type: ['object', 'null'] }, {}, /may be an object/],
  ['several types', { type: ['string', 'integer'] }, {}, /several types \(string, integer\)/],
  ['an enum of several types', { enum: ['a', 1] }, {}, /several types \(string, integer\)/],
  [
    'alternatives',
    { oneOf: [{ type: 'boolean' }, { $ref: 'Int64' }] },
    {},
    /several types \(boolean, int64\)/,
  ],
  ['a number or an int64', { oneOf: [{ type: 'number' }, { $ref: 'Int64' }] }, {}, /several types/],
  [
    'a value or a list',
    { anyOf: [{ type: 'string' }, LIST] },
    {},
    /several types \(string, array\)/,
  ],
  ['a contradiction', { allOf: [{ type: 'string' }, { type: 'integer' }] }, {}, /no value/],
  ['null alone', NULL, {}, /has no value other than null/],
  ['a loop', { $ref: 'Loop' }, {}, /refers to itself/],
  ['a tree', { $ref: 'Tree' }, {}, /has items that/],
  ['a tuple', { type: 'array', prefixItems: [{}], items: false }, {}, /has `prefixItems`/],
  ['a list of anything', { type: 'array' }, {}, /has items that have no type/],
  ['a list of lists', items(LIST), {}, /has items that are lists/],
  ['a list of objects', items({ type: 'object' }), {}, /has items that may be an object/],
  ['a list with null', items({ type: ['string', 'null'] }), {}, /has items that may be null/],
  [
    'a list of several types',
    items({ type: ['string', 'boolean'] }),
    {},
    /items that may be of several/,
  ],
  ['items with a default', items({ $ref: 'Page' }), {}, /items that have a default/],
  ['a nullable list', { type: ['array', 'null'], items: {} }, {}, /is a list that may be null/],
  ['a list in a path', LIST, { in: 'path' }, /is a list in a path: write it as a query parameter/],
  [
    'null in a path',
    { type: ['integer', 'null'] },
    { in: 'path' },
    /a path cannot express: remove/,
  ],
  ['a string that may be empty or null', { type: ['string', 'null'] }, {}, /add `minLength: 1`/],
  ['an enum with an empty text and null', { enum: ['', 'a', null] }, {}, /add `minLength: 1`/],
  [
    'a default in an alternative',
    { anyOf: [{ type: 'string', default: 'a' }, { type: 'string' }] },
    {},
    /default inside/,
  ],
  [
    'a list with a default in an alternative',
    { anyOf: [{ ...LIST, default: [] }, LIST] },
    {},
    /default inside/,
  ],
])('refused: %s', (_, schema, parameter, reason) => {
  expect(shapeOf(schema, parameter)).toMatchObject({ reason: expect.stringMatching(reason) });
});
