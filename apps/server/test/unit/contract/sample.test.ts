import { type ContractDocument, document } from '@animal-store/contract';
import { type SchemaOrReference, sampleOf } from '@animal-store/contract/examples';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

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

const cases: [name: string, schema: SchemaOrReference, sample: unknown][] = [
  ['an example', { type: 'string', examples: ['Hambone'] }, 'Hambone'],
  ['a default', { type: 'integer', default: 20 }, 20],
  ['a constant', { const: 'cat' }, 'cat'],
  ['an enum', { type: 'string', enum: ['b', 'a'] }, 'b'],
  ['a text with bounds', { type: 'string', minLength: 8, maxLength: 9 }, 'stringst'],
  ['a short text', { type: 'string', maxLength: 2 }, 'st'],
  ['a date', { type: 'string', format: 'date' }, '2026-01-31'],
  ['a usual pattern', { type: 'string', pattern: '^[A-Z]{3}$' }, 'ABC'],
  ['a number with bounds', { type: 'integer', minimum: 10, multipleOf: 4 }, 12],
  ['a negative number', { type: 'integer', maximum: -3 }, -3],
  ['an exclusive bound', { type: 'integer', exclusiveMinimum: 5 }, 6],
  ['a nullable type', { type: ['integer', 'null'] }, 1],
  [
    'a list with a minimum',
    { type: 'array', minItems: 2, items: { type: 'boolean' } },
    [true, true],
  ],
  [
    'a tuple',
    { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false },
    ['string', 1],
  ],
  [
    'a list that must contain an item',
    { type: 'array', items: { type: 'integer' }, contains: { multipleOf: 2 } },
    [2],
  ],
  ['a map', { type: 'object', additionalProperties: { type: 'integer' } }, { name: 1 }],
  [
    'an object without what is write-only',
    {
      type: 'object',
      properties: { id: { type: 'integer' }, password: { type: 'string', writeOnly: true } },
    },
    { id: 1 },
  ],
  [
    'all of several',
    {
      allOf: [
        { type: 'object', properties: { id: { type: 'integer' } } },
        { type: 'object', properties: { name: { type: 'string' } } },
      ],
    },
    { id: 1, name: 'string' },
  ],
  [
    'one of several, by a discriminator',
    {
      oneOf: [{ $ref: '#/components/schemas/Cat' }],
      discriminator: { propertyName: 'kind', mapping: { cat: '#/components/schemas/Cat' } },
    },
    { kind: 'cat', lives: 1 },
  ],
  ['a schema that contains itself', { $ref: '#/components/schemas/Node' }, { children: [] }],
];

const contract: ContractDocument = {
  ...document,
  components: { ...document.components, schemas: { ...document.components.schemas, ...SCHEMAS } },
};
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

test.each(cases)('the sample of %s is valid', (_name, schema, sample) => {
  expect(sampleOf(schema, contract)).toEqual(sample);
  expect(ajv.validate({ ...schema, components: contract.components }, sample)).toBe(true);
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
