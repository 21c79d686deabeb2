// Rule: a default stands where the server can fill it in: not where it cannot tell whether to, and not on a property of a
// request that is required, because the server fills it in before it looks for what is missing.
import type { Oas3Rule, UserContext } from '@redocly/openapi-core';
import { entriesOf, getIn, isObject, listOf } from '../../json.js';
import { follow, partsOf, schemasWithin } from './schema-parts.js';

export const defaults: Oas3Rule = () => {
  const reported = new Set<unknown>();
  return {
    Schema(schema, { report, location, resolve }) {
      const hasDefault = (keys: string[]) =>
        [...schemasWithin(getIn(schema, ...keys), location.child(keys), resolve)].some(
          (part) => part.schema.default !== undefined,
        );
      for (const keyword of undecidedUnions(schema))
        for (const index of listOf(getIn(schema, keyword)).keys())
          if (hasDefault([keyword, String(index)]))
            report({
              message: `The alternative has a default, but no \`discriminator\` says when it is filled in. Add one to the \`${keyword}\`, or remove the default.`,
              location: location.child([keyword, String(index)]),
            });
    },
    RequestBody({ content }, context) {
      for (const [name, media] of entriesOf(content)) {
        const root = context.location.child(['content', name, 'schema']);
        const within = [...schemasWithin(getIn(media, 'schema'), root, context.resolve)];
        const compositions = within.map(({ schema }) => partsOf(schema, context.resolve));
        for (const { schema, location } of within) {
          const parts = compositions.filter((composition) => composition.includes(schema)).flat();
          const required = parts.flatMap((part) => part.required);
          for (const [property, value] of entriesOf(schema.properties)) {
            if (!required.includes(property) || reported.has(value)) continue;
            if (!isFilledIn(value, context)) continue;
            reported.add(value);
            context.report({
              message: `The property ${property} is required and has a default, but the server fills it in where it is missing. Remove it from \`required\`, or remove the default.`,
              location: location.child(['properties', property]).key(),
            });
          }
        }
      }
    },
  };
};

/** Whether a property of requests has a default: beside a `$ref`, in its target, or in a part of `allOf`. */
function isFilledIn(value: unknown, { resolve }: UserContext): boolean {
  if (getIn(value, 'readOnly') === true) return false;
  const schema = follow(value, resolve);
  const parts = schema ? partsOf(schema, resolve) : [];
  return [value, ...parts].some((part) => getIn(part, 'default') !== undefined);
}

/** Unions of which the server does not know the alternative that a value is meant for: null does not count. */
function undecidedUnions(schema: object): string[] {
  if (isObject(getIn(schema, 'discriminator'))) return [];
  return ['oneOf', 'anyOf'].filter(
    (keyword) =>
      listOf(getIn(schema, keyword)).filter((branch) => getIn(branch, 'type') !== 'null').length >
      1,
  );
}
