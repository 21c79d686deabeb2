// Rule: an object in a request says what happens to other properties. Without a word they would be accepted and dropped.
import type { Oas3Rule, UserContext } from '@redocly/openapi-core';
import { entriesOf, isObject, type JsonObject } from '../../json.js';
import { partsOf } from './schema-parts.js';
import { typesOf } from './schema-types.js';

type Location = UserContext['location'];

const CLOSING = ['additionalProperties', 'unevaluatedProperties'];

export const closedObjects: Oas3Rule = () => {
  const seen = new Set<unknown>();
  return {
    RequestBody(body, context) {
      for (const [name, mediaType] of entriesOf(body.content))
        if (isObject(mediaType))
          checkSchema(mediaType.schema, context.location.child(['content', name, 'schema']));

      /** @param isClosed whether the schema of which this one is a branch is closed. */
      function checkSchema(value: unknown, place: Location, isClosed = false): void {
        const [node, location] = dereference(value, place);
        if (node === undefined || seen.has(node)) return;
        seen.add(node);
        const keyword = missingKeyword(node, location.source.absoluteRef);
        if (keyword !== undefined && !isClosed)
          context.report({
            message: `Other properties of this object would be accepted and dropped. Write \`${keyword}: false\`, or the schema of their values.`,
            location: location.child('type' in node ? 'type' : 'allOf').key(),
          });
        checkParts(node, location);
      }

      function checkParts(schema: JsonObject, location: Location): void {
        for (const key of ['items', 'additionalProperties'])
          checkSchema(schema[key], location.child(key));
        for (const key of ['properties', 'patternProperties', 'prefixItems'])
          for (const [name, child] of childrenOf(schema[key]))
            checkSchema(child, location.child([key, name]));
        for (const key of ['anyOf', 'oneOf'])
          for (const [name, child] of childrenOf(schema[key]))
            checkSchema(child, location.child([key, name]), 'unevaluatedProperties' in schema);
        // A branch of `allOf` is closed where it is composed: only its own parts are checked.
        for (const [name, child] of childrenOf(schema.allOf)) {
          const [node, target] = dereference(child, location.child(['allOf', name]));
          if (node !== undefined) checkParts(node, target);
        }
      }

      function dereference(value: unknown, place: Location): [JsonObject | undefined, Location] {
        if (!isObject(value)) return [undefined, place];
        if (typeof value.$ref !== 'string') return [value, place];
        const { node, location = place } = context.resolve<object>(value, place.source.absoluteRef);
        return [isObject(node) ? node : undefined, location];
      }

      /** The keyword that a schema of objects lacks. */
      function missingKeyword(schema: JsonObject, file: string): string | undefined {
        const parts = partsOf({ schema, file }, context).map((part) => part.schema);
        if (!parts.some((part) => typesOf(part).includes('object'))) return undefined;
        if (parts.some((part) => CLOSING.some((keyword) => keyword in part))) return undefined;
        return parts.length > 1 ? 'unevaluatedProperties' : 'additionalProperties';
      }
    },
  };
};

function childrenOf(value: unknown): [string, unknown][] {
  return Array.isArray(value) ? Object.entries(value) : entriesOf(value);
}
