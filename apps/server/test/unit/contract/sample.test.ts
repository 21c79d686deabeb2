// Samples of schemas: each is valid for the schema, without what the message may not have.
import { document } from '@animal-store/contract';
import { sampleOf } from '@animal-store/contract/examples';
import { compileSchema } from '@animal-store/contract/request-schemas';
import { growContract } from '../../support/grown-contract/grow-contract.js';

const contract = structuredClone(document);
growContract(contract);
Object.assign(contract.components.schemas, {
  LongText: { type: 'string', minLength: 8, maxLength: 9 },
  ShortText: { type: 'string', maxLength: 2 },
  Pattern: { type: 'string', pattern: '^[A-Z]{3}$' },
  Tens: { type: 'integer', minimum: 10, multipleOf: 4 },
  Negative: { type: 'integer', maximum: -3 },
  Above: { type: 'integer', exclusiveMinimum: 5 },
  Even: { type: 'array', items: { type: 'integer' }, contains: { multipleOf: 2 } },
  Node: {
    type: 'object',
    required: ['children'],
    properties: { children: { type: 'array', items: { $ref: '#/components/schemas/Node' } } },
  },
});

test.each(Object.keys(contract.components.schemas))('the sample of %s is valid', (name) => {
  const validate = compileSchema(name, contract);
  const body = sampleOf({ $ref: `#/components/schemas/${name}` }, contract, 'request');
  expect([validate({ headers: {}, body }), body, validate.errors]).toEqual([true, body, null]);
});

test.each([
  ['an example', { type: 'string', examples: ['Hambone'] }, 'Hambone'],
  ['a default', { type: 'integer', default: 20 }, 20],
  ['an enum', { type: 'string', enum: ['b', 'a'] }, 'b'],
])('when a schema has %s, then that is its sample', (_, schema, sample) => {
  expect(sampleOf(schema, contract)).toBe(sample);
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
