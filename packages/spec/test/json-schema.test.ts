// JSON Schema of the model: what was read of a schema is written again.
import type { JsonObject } from '../src/json.js';
import { readContract } from '../src/model/index.js';
import { toJsonSchema } from '../src/outputs/index.js';

const NOTES = {
  title: 'T',
  description: 'D',
  $comment: 'C',
  default: 1,
  example: 1,
  examples: [2],
  readOnly: true,
  writeOnly: true,
  deprecated: true,
  'x-deprecated-since': '2026-01-01',
  'x-deprecated-sunset': '2027-01-01',
  'x-deprecated-successor': 'other',
  externalDocs: { url: 'https://example.com' },
  'x-own': [1],
};

test.each<[name: string, schema: JsonObject]>([
  ['notes', NOTES],
  ['a reference with notes beside it', { $ref: '#/components/schemas/B', ...NOTES }],
  ['a reference beside keywords', { $ref: '#/components/schemas/B', maxLength: 3 }],
  ['a part of a component', { $ref: '#/components/schemas/B/items' }],
  ['values', { type: ['string', 'null'], enum: ['a', null] }],
  ['a constant', { const: null }],
  ['a text', { type: 'string', format: 'date', pattern: '^a', minLength: 1, maxLength: 2 }],
  [
    'a number',
    { minimum: 1, maximum: 5, exclusiveMinimum: 0, exclusiveMaximum: 6, multipleOf: 0.5 },
  ],
  [
    'a list',
    { type: 'array', items: { type: 'integer' }, minItems: 1, maxItems: 2, uniqueItems: true },
  ],
  [
    'an object',
    {
      type: 'object',
      required: ['a'],
      properties: { a: { $ref: '#/components/schemas/A' }, b: false },
      additionalProperties: false,
      minProperties: 1,
      maxProperties: 2,
    },
  ],
  [
    'unions',
    {
      allOf: [{ maxLength: 1 }],
      anyOf: [{ minLength: 1 }],
      oneOf: [{ $ref: '#/components/schemas/B' }],
      discriminator: { propertyName: 'kind', mapping: { b: '#/components/schemas/B' } },
    },
  ],
  ['what the service does not serve', { patternProperties: { '^x': { type: 'string' } }, not: {} }],
])('when a schema has %s, then the model has it too', (_, schema) => {
  const schemas = { A: schema, B: { type: 'array', items: { type: 'string' } } };
  const contract = readContract({ openapi: '3.1.0', paths: {}, components: { schemas } });
  const edge = contract.schemas.get('A');
  expect(edge && toJsonSchema(edge)).toEqual(schema);
});
