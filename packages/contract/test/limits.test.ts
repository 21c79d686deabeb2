// Descriptions of parameters and properties in the comments of the generated types.
import { document } from '../generated/document.js';
import { withLimits } from '../generator/limits.js';

const NAME = { description: 'A name.\n', minLength: 1, maxLength: 9 };
const NESTED = { type: 'array', maxItems: 2, items: { $ref: '#/components/schemas/Nested' } };
const contract = structuredClone(document);
Object.assign(contract.components.schemas, { Name: NAME, Nested: NESTED });
const REF = { $ref: '#/components/schemas/Name' };

test.each<[string | undefined, Readonly<Record<string, unknown>>]>([
  ['1 to 100, 20 by default.', { minimum: 1, maximum: 100, default: 20 }],
  ['At least 1 character.', { minLength: 1 }],
  ['At most 2 properties.', { maxProperties: 2 }],
  ['Exactly 3 items, none twice.', { minItems: 3, maxItems: 3, uniqueItems: true }],
  ['More than 0, a multiple of 5.', { exclusiveMinimum: 0, multipleOf: 5 }],
  ['Less than 1, "a" by default.', { exclusiveMaximum: 1, default: 'a' }],
  ['Pattern `^[a-z]+$`.', { pattern: '^[a-z]+$' }],
  ['A size.\nAt most 5.', { description: 'A size.', maximum: 5 }],
  ['A name.\n1 to 9 characters.', { ...REF }],
  ['Its owner.\n1 to 9 characters.', { ...REF, description: 'Its owner.' }],
  ['Pattern `a`, 1 to 9 characters.', { allOf: [REF], pattern: 'a' }],
  ['1 to 9 characters, null by default.', { oneOf: [REF, { type: 'null' }], default: null }],
  [undefined, { anyOf: [REF, { maximum: 5 }] }],
  ['At most 2 items, each 1 to 9 characters.', { maxItems: 2, items: REF }],
  ['At most 2 items.', NESTED],
  [undefined, { type: 'string' }],
])('when a schema has limits, then the comment of its property is %j: %#', (text, schema) => {
  expect(withLimits(schema, schema, contract).description).toBe(text);
});

test('when a parameter has no description, then it has that of its schema', () => {
  expect(withLimits({ schema: REF }, REF, contract)).toMatchObject({
    description: 'A name.\n1 to 9 characters.',
  });
});
