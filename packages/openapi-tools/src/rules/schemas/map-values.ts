// Rule: named properties have the type of the map beside them. TypeScript has no type for a map with exceptions.
import type { Oas3Rule } from '@redocly/openapi-core';
import { entriesOf, isObject } from '../../json.js';
import { follow } from './schema-parts.js';
import { typesOf } from './schema-types.js';

export const mapValues: Oas3Rule = () => ({
  Schema(schema, context) {
    const maps = [
      { keyword: 'additionalProperties', values: schema.additionalProperties },
      ...('patternProperties' in schema
        ? entriesOf(schema.patternProperties).map(([, values]) => ({
            keyword: 'patternProperties',
            values,
          }))
        : []),
    ];
    const typeOf = (value: unknown) => typesOf(follow(value, context)?.schema).join();
    for (const { keyword, values } of maps) {
      if (!isObject(values)) continue;
      const other = entriesOf(schema.properties).find(
        ([, value]) => typeOf(value) !== typeOf(values),
      );
      if (other === undefined) continue;
      context.report({
        message: `The property ${other[0]} has another type than the values of \`${keyword}\`: no TypeScript type allows both. Move the map into a property of its own.`,
        location: context.location.child(keyword).key(),
      });
      return;
    }
  },
});
