// Rule: a schema has no default where the server cannot tell whether to fill it in, and no 64-bit integer is compared
// rounded.
import type { Oas3Rule, UserContext } from '@redocly/openapi-core';
import { entriesOf, getIn, isObject } from '../json.js';

const UNIONS = ['oneOf', 'anyOf'];
/** Keywords whose schemas test a value without describing it. */
const TESTS = ['not', 'contains', 'propertyNames'];

export const schemaConstructs: Oas3Rule = () => ({
  Schema(schema, { report, location, resolve }) {
    const file = location.source.absoluteRef;
    const containsDefault = (keys: string[]) =>
      hasDefault(getIn(schema, ...keys), file, resolve, new Set());
    for (const keyword of UNIONS) {
      if (isDecidable(schema, keyword)) continue;
      for (const [index] of entriesOf({ ...getList(schema, keyword) }))
        if (containsDefault([keyword, index]))
          report({
            message: `The alternative has a default, but no \`discriminator\` says when it is filled in. Add one to the \`${keyword}\`, or remove the default.`,
            location: location.child([keyword, index]),
          });
    }
    for (const keyword of TESTS)
      if (containsDefault([keyword]))
        report({
          message: `A default below \`${keyword}\` is never filled in. Write it beside the property in \`properties\`.`,
          location: location.child(keyword).key(),
        });
    if (schema.format === 'int64' && schema.multipleOf !== undefined)
      report({
        message:
          '`multipleOf` would be compared with a rounded number: drop `format: int64`, or `multipleOf`.',
        location: location.child('multipleOf').key(),
      });
  },
});

/** Whether the server knows which alternative a value is meant for: it has a discriminator, or there is one besides null. */
function isDecidable(schema: object, keyword: string): boolean {
  if (isObject(getIn(schema, 'discriminator'))) return true;
  const alternatives = getList(schema, keyword).filter(
    (branch) => getIn(branch, 'type') !== 'null',
  );
  return alternatives.length < 2;
}

/** Whether the schema, or one that is a part of it, has a default. */
function hasDefault(
  schema: unknown,
  file: string,
  resolve: UserContext['resolve'],
  seen: Set<unknown>,
): boolean {
  if (!isObject(schema) || seen.has(schema)) return false;
  seen.add(schema);
  if (typeof schema.$ref === 'string') {
    const { node, location } = resolve({ $ref: schema.$ref }, file);
    if (hasDefault(node, location?.source.absoluteRef ?? file, resolve, seen)) return true;
  }
  if (schema.default !== undefined) return true;
  const parts = [
    ...['allOf', 'anyOf', 'oneOf', 'prefixItems'].flatMap((keyword) => getList(schema, keyword)),
    ...entriesOf(schema.properties).map(([, property]) => property),
    ...['items', 'additionalProperties'].map((keyword) => schema[keyword]),
  ];
  return parts.some((part) => hasDefault(part, file, resolve, seen));
}

function getList(schema: object, keyword: string): unknown[] {
  const list = getIn(schema, keyword);
  return Array.isArray(list) ? list : [];
}
