// Samples of schemas. That those of every operation are valid requests: http/docs-samples.test.ts.
import { type ContractDocument, document } from '@animal-store/contract';
import { type SchemaOrReference, sampleOf } from '@animal-store/contract/examples';
import { Ajv2020 } from 'ajv/dist/2020.js';

const SCHEMAS = {
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
};
const CAT = '#/components/schemas/Cat';
const contract: ContractDocument = {
  ...document,
  components: { ...document.components, schemas: { ...document.components.schemas, ...SCHEMAS } },
};
const ajv = new Ajv2020({ strict: false });

test.each<SchemaOrReference>([
  { type: 'string', minLength: 8, maxLength: 9 },
  { type: 'string', maxLength: 2 },
  { type: 'string', pattern: '^[A-Z]{3}$' },
  { type: 'integer', minimum: 10, multipleOf: 4 },
  { type: 'integer', maximum: -3 },
  { type: 'integer', exclusiveMinimum: 5 },
  { type: 'array', minItems: 2, items: { type: 'boolean' } },
  { oneOf: [{ $ref: CAT }], discriminator: { propertyName: 'kind', mapping: { cat: CAT } } },
  { $ref: '#/components/schemas/Node' },
])('when a schema is %j, then its sample is valid', (schema) => {
  const { components } = contract;
  expect(ajv.validate({ ...schema, components }, sampleOf(schema, contract))).toBe(true);
});

test.each<[string, SchemaOrReference, unknown]>([
  ['an example', { type: 'string', examples: ['Hambone'] }, 'Hambone'],
  ['a default', { type: 'integer', default: 20 }, 20],
  ['an enum', { type: 'string', enum: ['b', 'a'] }, 'b'],
  ['a map', { type: 'object', additionalProperties: { type: 'integer' } }, { name: 1 }],
])('when a schema has %s, then its sample has it', (_, schema, sample) => {
  expect(sampleOf(schema, contract)).toEqual(sample);
});

test('when a sample is for a request, then it has no read-only property', () => {
  const schema = {
    type: 'object',
    properties: {
      id: { $ref: '#/components/schemas/Int64', readOnly: true },
      password: { type: 'string', writeOnly: true },
    },
  };
  expect(sampleOf(schema, contract, 'request')).toEqual({ password: 'string' });
  expect(sampleOf(schema, contract, 'response')).toEqual({ id: 1 });
});
