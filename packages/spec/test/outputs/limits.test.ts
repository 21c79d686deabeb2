// Descriptions of parameters and properties in the comments of the generated types.
import { getIn } from '../../src/json.js';
import { toTypedDocument } from '../../src/outputs/types/typed-document.js';

const NAME = { description: 'A name.\n', minLength: 1, maxLength: 9 };
const NESTED = { type: 'array', maxItems: 2, items: { $ref: '#/components/schemas/Nested' } };
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
  ['At most 2 items.', { $ref: '#/components/schemas/Nested' }],
  [undefined, { type: 'string' }],
])('when a schema has limits, then the comment of its property is %j: %#', (text, schema) => {
  const Pet = { properties: { own: schema } };
  const document = { components: { schemas: { Name: NAME, Nested: NESTED, Pet } } };
  const typed = toTypedDocument(document, false);
  const keys = ['components', 'schemas', 'Pet', 'properties', 'own', 'description'];
  expect(getIn(typed, ...keys)).toBe(text);
});

test('when a parameter has no description, then it has that of its schema', () => {
  const parameters = { Limit: { name: 'limit', in: 'query', schema: REF } };
  const get = { parameters: [{ $ref: '#/components/parameters/Limit' }] };
  const document = {
    paths: { '/pets': { get } },
    components: { parameters, schemas: { Name: NAME } },
  };
  const typed = toTypedDocument(document, false);
  expect(getIn(typed, 'paths', '/pets', 'get', 'parameters', '0', 'description')).toBe(
    'A name.\n1 to 9 characters.',
  );
});
