// Rule: a default stands where the server can fill it in: not where it cannot tell whether to, and not on a property of a
// request that is required, because the server fills it in before it looks for what is missing.
import { joinPointer } from '../../json-pointer.js';
import {
  bodiesOf,
  conjunctsOf,
  defaultOf,
  type Edge,
  isReadOnly,
  onlyTypeOf,
  placesWithin,
  type Schema,
  schemasOf,
} from '../../model/index.js';
import type { Rule } from '../rule.js';

export const defaults: Rule = (contract, report) => {
  for (const { schema } of schemasOf(contract))
    for (const [keyword, branches] of undecidedUnions(schema))
      for (const [index, branch] of branches.entries())
        if (hasDefault(branch))
          report({
            message: `The alternative has a default, but no \`discriminator\` says when it is filled in. Add one to the \`${keyword}\`, or remove the default.`,
            at: joinPointer(schema.at, keyword, `${index}`),
          });
  const contents = bodiesOf(contract).flatMap(({ content }) => [...content.values()]);
  const required = contents.flatMap(({ schema }) => (schema ? [...requiredWithin(schema)] : []));
  for (const [property, name] of new Map(required))
    if (!isReadOnly(property) && defaultOf(property) !== undefined)
      report({
        message: `The property ${name} is required and has a default, but the server fills it in where it is missing. Remove it from \`required\`, or remove the default.`,
        at: property.at,
        isKey: true,
      });
};

function hasDefault(branch: Edge): boolean {
  return [...placesWithin(branch)].some(({ notes, schema }) =>
    [notes, schema.notes].some((one) => one.default !== undefined),
  );
}

/** The properties that their own schema, or another of the same composition, requires. */
function* requiredWithin(root: Edge): Generator<[property: Edge, name: string]> {
  for (const place of placesWithin(root)) {
    const parts = conjunctsOf(place);
    const required = new Set(parts.flatMap(({ schema }) => schema.required));
    for (const { schema } of parts)
      for (const [name, property] of schema.properties ?? [])
        if (required.has(name)) yield [property, name];
  }
}

/** Unions of which the server does not know the alternative that a value is meant for: null does not count. */
function undecidedUnions({ discriminator, oneOf, anyOf }: Schema) {
  if (discriminator !== undefined) return [];
  const unions = { oneOf: oneOf?.branches ?? [], anyOf: anyOf?.branches ?? [] };
  return Object.entries(unions).filter(
    ([, branches]) => branches.filter(({ schema }) => onlyTypeOf(schema) !== 'null').length > 1,
  );
}
