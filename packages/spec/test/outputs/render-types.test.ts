// Types of schemas that openapi-typescript alone would type wrongly.
import { readContract } from '../../src/model/index.js';
import { renderTypes } from '../../src/outputs/types/index.js';

const referTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const kind = { type: 'string' };
const union = { discriminator: { propertyName: 'kind' }, oneOf: [referTo('Cat'), referTo('Dog')] };

/** @param schema Of the type `Own`. */
function typeOf(schema: object): string | undefined {
  const schemas = {
    Cat: { type: 'object', required: ['kind'], properties: { kind, lives: { type: 'integer' } } },
    Dog: { type: 'object', required: ['kind'], properties: { kind } },
    Animal: union,
    Own: schema,
  };
  const document = { openapi: '3.1.0', paths: {}, components: { schemas } };
  const types = renderTypes(document, readContract(document));
  return /^export type Own = (.*?);\n(?=\w)/ms.exec(types)?.[1]?.replaceAll(/\s+/g, ' ');
}

test('when a schema extends a union, then its type has the property as the branches do', () => {
  expect(typeOf({ allOf: [referTo('Animal')] })).toBe('Animal');
  const properties = { kind, name: { type: 'string' } };
  expect(typeOf({ type: 'object', properties, allOf: [union] })).toBe(
    '{ kind?: string; name?: string; } & (Cat | Dog)',
  );
});

test('when a schema extends a branch, then its type requires what the schema requires', () => {
  expect(typeOf({ allOf: [referTo('Cat')], required: ['lives'] })).toBe(
    'WithRequired<Cat, "lives">',
  );
});

test('when the only value is null, then its type is null', () => {
  expect(typeOf({ const: null })).toBe('null');
  expect(typeOf({ type: ['string', 'null'], const: null })).toBe('null');
});
