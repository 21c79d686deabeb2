// Samples of schemas. That those of every operation are valid requests: slow/grown-contract/docs-samples.test.ts of the server.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { sampleOf } from '../../src/outputs/index.js';
import { readSchema } from '../support/read-schema.js';

const CAT = '#/components/schemas/Cat';
const schemas = {
  Cat: {
    type: 'object',
    required: ['kind', 'lives'],
    properties: { kind: { type: 'string' }, lives: { type: 'integer', maximum: 9 } },
  },
  Node: {
    type: 'object',
    required: ['children'],
    properties: { children: { type: 'array', items: { $ref: '#/components/schemas/Node' } } },
  },
  Id: { type: 'integer', format: 'int64' },
};
const ajv = new Ajv2020({ strict: false });

test.each<[object]>([
  [{ type: 'string', minLength: 8, maxLength: 9 }],
  [{ type: 'string', maxLength: 2 }],
  [{ type: 'string', pattern: '^[A-Z]{3}$' }],
  [{ type: 'integer', minimum: 10, multipleOf: 4 }],
  [{ type: 'integer', maximum: -3 }],
  [{ type: 'integer', exclusiveMinimum: 5 }],
  [{ type: 'array', minItems: 2, items: { type: 'boolean' } }],
  [{ oneOf: [{ $ref: CAT }], discriminator: { propertyName: 'kind', mapping: { cat: CAT } } }],
  [{ $ref: '#/components/schemas/Node' }],
])('when a schema is %j, then its sample is valid', (schema) => {
  const sample = sampleOf(readSchema(schema, schemas));
  expect(ajv.validate({ ...schema, components: { schemas } }, sample)).toBe(true);
});

test.each<[string, object, unknown]>([
  ['an example', { type: 'string', examples: ['Hambone'] }, 'Hambone'],
  ['a default', { type: 'integer', default: 20 }, 20],
  ['a default beside a reference', { items: { $ref: '#/components/schemas/Id', default: 5 } }, [5]],
  ['an enum', { type: 'string', enum: ['b', 'a'] }, 'b'],
  ['a map', { type: 'object', additionalProperties: { type: 'integer' } }, { name: 1 }],
])('when a schema has %s, then its sample has it', (_, schema, sample) => {
  expect(sampleOf(readSchema(schema, schemas))).toEqual(sample);
});

test('when a sample is for a request, then it has no read-only property', () => {
  const schema = {
    type: 'object',
    properties: {
      id: { $ref: '#/components/schemas/Id', readOnly: true },
      password: { type: 'string', writeOnly: true },
    },
  };
  const edge = readSchema(schema, schemas);
  expect(sampleOf(edge, 'request')).toEqual({ password: 'string' });
  expect(sampleOf(edge, 'reply')).toEqual({ id: 1 });
});

test('when schemas contain one another, then a sample has each as deep as it is not within itself', () => {
  const link = (...names: string[]) => ({
    type: 'object',
    properties: Object.fromEntries(
      names.map((name) => [name.toLowerCase(), { $ref: `#/components/schemas/${name}` }]),
    ),
  });
  const circle = { A: link('B', 'C'), B: link('A', 'C'), C: link('A', 'B') };
  expect(sampleOf(readSchema(link('A', 'B'), circle))).toEqual({
    a: { b: { c: {} }, c: { b: {} } },
    b: { a: { c: {} }, c: { a: {} } },
  });
});
