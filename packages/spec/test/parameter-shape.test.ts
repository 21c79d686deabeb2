// What the schema of a parameter says about its text, through references and combinations.
import type { Parameter } from '../src/model/contract.js';
import { SchemaReader } from '../src/model/from-document/read-schema.js';
import { readParameterShape } from '../src/model/parameter-shape.js';

const SCHEMAS: Record<string, unknown> = {
  Int64: { type: 'integer', format: 'int64' },
  Status: { type: 'string', enum: ['available', 'sold'] },
  Statuses: { type: 'array', items: { $ref: '#/components/schemas/Status' } },
  Alias: { $ref: '#/components/schemas/Int64' },
  Page: { type: 'integer', default: 1 },
  Loop: { allOf: [{ $ref: '#/components/schemas/Loop' }] },
  Tree: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
};
const reader = new SchemaReader({ components: { schemas: SCHEMAS } });

type Place = Partial<Pick<Parameter, 'in' | 'serialization'>>;

const shapeOf = (schema: unknown, place: Place = {}) =>
  readParameterShape({
    in: 'query',
    serialization: {},
    schema: reader.edge(schema, '#/parameter/schema'),
    ...place,
  });

const NULL = { type: 'null' };

test.each<[schema: object, shape: object]>([
  [{ type: 'string' }, { type: 'string' }],
  [{ type: 'boolean' }, { type: 'boolean' }],
  [{ type: 'number' }, { type: 'number' }],
  [{ type: ['integer'] }, { type: 'integer' }],
  [{ type: 'integer', format: 'int64' }, { type: 'int64' }],
  [{ type: 'number', format: 'int64' }, { type: 'number' }],
  [{ $ref: '#/components/schemas/Int64' }, { type: 'int64' }],
  [{ $ref: '#/components/schemas/Alias' }, { type: 'int64' }],
  [{ $ref: '#/components/schemas/Int64', minimum: 1 }, { type: 'int64' }],
  [{ allOf: [{ $ref: '#/components/schemas/Int64' }, { minimum: 1 }] }, { type: 'int64' }],
  [{ allOf: [{ type: 'number' }, { type: 'integer' }] }, { type: 'integer' }],
  [{ allOf: [{ $ref: '#/components/schemas/Int64' }, { type: 'number' }] }, { type: 'integer' }],
  [{ enum: ['a', 'b'] }, { type: 'string' }],
  [{ enum: [1, 2] }, { type: 'integer' }],
  [{ enum: [1, 2.5] }, { type: 'number' }],
  [{ const: true }, { type: 'boolean' }],
  [{ anyOf: [{ const: 'a' }, { type: 'string', minLength: 5 }] }, { type: 'string' }],
  [{ oneOf: [{ type: 'integer' }, { type: 'number' }] }, { type: 'number' }],
  [{ type: ['integer', 'null'] }, { type: 'integer', isNullable: true }],
  [
    { anyOf: [{ $ref: '#/components/schemas/Status' }, NULL] },
    { type: 'string', isNullable: true },
  ],
  [{ oneOf: [NULL, { $ref: '#/components/schemas/Int64' }] }, { type: 'int64', isNullable: true }],
  [{ enum: [1, null] }, { type: 'integer', isNullable: true }],
  [{ type: ['string', 'null'], enum: ['', 'a'] }, { type: 'string' }],
  [
    { type: ['string', 'null'], minLength: 1 },
    { type: 'string', isNullable: true },
  ],
  [
    { type: ['integer', 'null'], default: null },
    { type: 'integer', isNullable: true, default: null },
  ],
  [{ $ref: '#/components/schemas/Page' }, { type: 'integer', default: 1 }],
  [
    { $ref: '#/components/schemas/Page', default: 2 },
    { type: 'integer', default: 2 },
  ],
])('when the schema is %j, then the shape is %j', (schema, shape) => {
  expect(shapeOf(schema)).toEqual({ isNullable: false, ...shape });
});

const LIST = { type: 'array', items: { type: 'string' } };

test.each<[schema: object, parameter: Place, shape: object]>([
  [LIST, {}, { list: 'repeated' }],
  [LIST, { serialization: { explode: false } }, { list: 'comma-separated' }],
  [LIST, { in: 'header' }, { list: 'comma-separated' }],
  [LIST, { in: 'header', serialization: { explode: true } }, { list: 'comma-separated' }],
  [{ $ref: '#/components/schemas/Statuses' }, {}, { list: 'repeated' }],
  [
    { type: 'array', items: { $ref: '#/components/schemas/Int64' } },
    {},
    { type: 'int64', list: 'repeated' },
  ],
  [
    { allOf: [{ $ref: '#/components/schemas/Statuses' }, { maxItems: 3 }], default: ['sold'] },
    {},
    { list: 'repeated', default: ['sold'] },
  ],
])('when the list %j is a parameter %j, then the shape is %j', (schema, parameter, shape) => {
  expect(shapeOf(schema, parameter)).toEqual({ type: 'string', isNullable: false, ...shape });
});

const items = (schema: unknown) => ({ type: 'array', items: schema });

test.each<[schema: unknown, reason: RegExp, parameter?: Place]>([
  [{}, /has no type: add one/],
  [true, /has no type/],
  [{ type: 'object' }, /may be an object: write a parameter for each property/],
  [{ type: ['string', 'integer'] }, /several types \(string, integer\)/],
  [{ enum: ['a', 1] }, /several types \(string, integer\)/],
  [
    { oneOf: [{ type: 'boolean' }, { $ref: '#/components/schemas/Int64' }] },
    /several types \(boolean, int64\)/,
  ],
  [{ oneOf: [{ type: 'number' }, { $ref: '#/components/schemas/Int64' }] }, /several types/],
  [{ anyOf: [{ type: 'string' }, LIST] }, /several types \(string, array\)/],
  [{ allOf: [{ type: 'string' }, { type: 'integer' }] }, /no value/],
  [NULL, /has no value other than null/],
  [{ $ref: '#/components/schemas/Loop' }, /refers to itself/],
  [{ $ref: '#/components/schemas/Tree' }, /has items that/],
  [{ type: 'array' }, /has items that have no type/],
  [items(LIST), /has items that are lists/],
  [items({ type: 'object' }), /has items that may be an object/],
  [items({ type: ['string', 'null'] }), /has items that may be null/],
  [items({ type: ['string', 'boolean'] }), /items that may be of several/],
  [items({ $ref: '#/components/schemas/Page' }), /items that have a default/],
  [{ type: ['array', 'null'], items: {} }, /is a list that may be null/],
  [LIST, /is a list in a path: write it as a query parameter/, { in: 'path' }],
  [{ type: ['integer', 'null'] }, /a path cannot express: remove/, { in: 'path' }],
  [{ type: ['string', 'null'] }, /add `minLength: 1`/],
  [{ enum: ['', 'a', null] }, /add `minLength: 1`/],
  [{ anyOf: [{ type: 'string', default: 'a' }, { type: 'string' }] }, /default inside/],
  [{ anyOf: [{ ...LIST, default: [] }, LIST] }, /default inside/],
])('when the schema is %j, then it is refused: %s', (schema, reason, parameter = {}) => {
  expect(shapeOf(schema, parameter)).toMatchObject({ reason: expect.stringMatching(reason) });
});
