// Rule: every schema has a type that the generator can express, and only keywords that apply to it.
import type { Oas3Rule } from '@redocly/openapi-core';
import { entriesOf } from '../../json.js';
import { typesOf } from './schema-types.js';

/** The types of which a keyword limits values. It has no effect on others. */
const TYPES_OF: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries({
    string: 'minLength maxLength pattern',
    'integer number': 'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf',
    array: 'items prefixItems contains minItems maxItems uniqueItems',
    object:
      'properties patternProperties additionalProperties required minProperties maxProperties propertyNames dependentRequired discriminator',
  }).flatMap(([types, keywords]) =>
    keywords.split(' ').map((keyword) => [keyword, types.split(' ')] as const),
  ),
);
/** Each gives a schema its type from other schemas or values. */
const COMPOSITIONS = ['allOf', 'anyOf', 'oneOf', 'enum', 'const'];
/** A schema there narrows another one, which has the type. */
const CONSTRAINT = /\/(?:allOf\/\d+|not|contains|propertyNames)$/;
const SHAPES = ['properties', 'patternProperties', 'additionalProperties'];

export const keywordTypes: Oas3Rule = () => ({
  Schema(schema, { report, location, rawLocation }) {
    const types = typesOf(schema);
    const isComposed = COMPOSITIONS.some((keyword) => keyword in schema);
    const reportKey = (key: string, message: string) =>
      report({ message, location: location.child(key).key() });
    for (const key of Object.keys(schema)) {
      const expected = TYPES_OF[key];
      if (expected === undefined || types.length === 0) continue;
      if (!expected.some((type) => types.includes(type)))
        reportKey(
          key,
          `\`${key}\` has no effect on type ${types.join(' or ')}. Remove it: it is for type ${expected.join(' or ')}.`,
        );
    }
    const isConstraint = CONSTRAINT.test(rawLocation.pointer);
    if (types.length === 0 && !isComposed && !isConstraint)
      report({
        message: 'The schema must have a `type`: without one, its generated type is `unknown`.',
        location,
      });
    if (isComposed) return;
    if (types.includes('array') && typeof schema.items !== 'object' && !('prefixItems' in schema))
      reportKey(
        'type',
        'An array must have `items` with a schema: without one, the type of an item is `unknown`.',
      );
    if (types.includes('object') && !SHAPES.some((keyword) => keyword in schema))
      reportKey(
        'type',
        'An object must have `properties`, or `additionalProperties` with the schema of its values.',
      );
  },
  SchemaProperties(properties, { report, location }) {
    for (const [name, schema] of entriesOf(properties))
      if (typeof schema === 'boolean')
        report({
          message: `The property ${name} must have a schema with a \`type\` (got ${schema}).`,
          location: location.child(name).key(),
        });
  },
});
