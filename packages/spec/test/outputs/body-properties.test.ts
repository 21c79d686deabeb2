// Names of the properties that a request body can have.
import { bodyProperties } from '../../src/outputs/index.js';
import { readSchema } from '../support/read-schema.js';

const SCHEMAS = {
  Created: { type: 'string', readOnly: true },
  Cat: { type: 'object', properties: { kind: {}, lives: {} }, additionalProperties: false },
  Dog: { type: 'object', properties: { kind: {}, tricks: {} } },
  Tree: {
    allOf: [{ properties: { leaf: {} } }, { oneOf: [{ $ref: '#/components/schemas/Tree' }] }],
  },
  Endless: { oneOf: [{ $ref: '#/components/schemas/Endless' }] },
};
const CAT = { $ref: '#/components/schemas/Cat' };
const DOG = { $ref: '#/components/schemas/Dog' };

function namesOf(schema: object): string[] | undefined {
  return bodyProperties(readSchema(schema, SCHEMAS));
}

const WITH_READ_ONLY = {
  id: { readOnly: true },
  beside: { ...CAT, readOnly: true },
  target: { $ref: '#/components/schemas/Created' },
  part: { allOf: [{ $ref: '#/components/schemas/Created' }] },
  a: true,
};
const object = (properties: object, others: object = {}): object => ({
  type: 'object',
  properties,
  ...others,
});
const REQUIRED = [{ required: ['a'] }, { required: ['b'] }];
const NOTED = [CAT, { required: ['kind'] }, { properties: { note: {} } }];

test.each<[string, object, string[]]>([
  ['an object', object({ a: {}, b: {} }), ['a', 'b']],
  ['an object without properties', { type: 'object', additionalProperties: false }, []],
  ['an object by a list of types', { ...object({ a: {} }), type: ['object'] }, ['a']],
  ['a reference', CAT, ['kind', 'lives']],
  ['allOf', { allOf: NOTED }, ['kind', 'lives', 'note']],
  ['oneOf', { oneOf: [CAT, DOG] }, ['kind', 'lives', 'tricks']],
  ['anyOf of what is required', object({ a: {}, b: {} }, { anyOf: REQUIRED }), ['a', 'b']],
  ['an object that contains itself', { $ref: '#/components/schemas/Tree' }, ['leaf']],
  ['read-only properties, which are not sent', object(WITH_READ_ONLY), ['a']],
])('when a body is %s, then its names are known', (_, schema, names) => {
  expect(namesOf(schema)).toEqual(names);
});

test.each<[string, object]>([
  ['an array', { type: 'array', items: {} }],
  ['a scalar', { type: 'string' }],
  ['anything', {}],
  ['nullable', { ...object({ a: {} }), type: ['object', 'null'] }],
  ['a union with null', { oneOf: [CAT, { type: 'null' }] }],
  ['a union with an array', { anyOf: [{ type: 'array' }, DOG] }],
  ['a map', { type: 'object', additionalProperties: { type: 'string' } }],
  ['an object with a map', object({ a: {} }, { additionalProperties: true })],
  ['allOf with a map', { allOf: [CAT, { type: 'object', additionalProperties: {} }] }],
  ['any object', { type: 'object' }],
  ['a union of itself', { $ref: '#/components/schemas/Endless' }],
])('when a body can be something else, as %s, then its names are not known', (_, schema) => {
  expect(namesOf(schema)).toBeUndefined();
});
