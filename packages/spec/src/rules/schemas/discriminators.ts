// Rule: a discriminator chooses among named object schemas, each of which requires the property and can have its value.
import type { Oas3Rule, UserContext } from '@redocly/openapi-core';
import { entriesOf, getIn, isObject, type JsonObject, listOf } from '../../json.js';
import { lastKey } from '../../json-pointer.js';
import { valuesOf } from '../../schema-facts.js';
import { branchesOf, follow, partsOf, propertyOf, typesOf } from './schema-parts.js';

type Resolve = UserContext['resolve'];

const UNIONS = ['oneOf', 'anyOf'];

export const discriminators: Oas3Rule = () => {
  /** What distinguishes each branch: the discriminator's property, and the branch's names. */
  const choices = new Map<string, string>();
  return {
    Schema(schema, { report, location, resolve }) {
      if (!isObject(schema.discriminator)) return;
      const fault = (message: string, ...keys: string[]) =>
        report({ message, location: location.child(keys).key() });
      const property = String(schema.discriminator.propertyName);
      const mapping = entriesOf(schema.discriminator.mapping);
      const [keyword] = UNIONS.filter((key) => Array.isArray(getIn(schema, key)));
      if (keyword === undefined)
        return fault(
          'A discriminator stands beside `oneOf` or `anyOf`: a schema does not know which others extend it. Declare a schema with `oneOf`, whose branches are all the variants.',
          'discriminator',
        );
      const branches = listOf(getIn(schema, keyword));
      const references = branches.map((branch) => String(getIn(branch, '$ref')));
      for (const [name, target] of mapping)
        if (!references.some((reference) => isTarget(target, reference))) {
          const message = `${target} is not a branch of this schema. Map ${name} to one of ${references.join(', ')}.`;
          fault(message, 'discriminator', 'mapping', name);
        }
      for (const [index, reference] of references.entries()) {
        const problem = branchProblem(branches[index], property, resolve);
        if (problem !== undefined) fault(problem, keyword, String(index));
        const branch = follow(branches[index], resolve);
        if (branch === undefined || branch === branches[index]) continue;
        // A branch whose property has fixed values must be able to have its name.
        const names = namesOf(reference, mapping);
        const declared = propertyOf(partsOf(branch, resolve), property, resolve);
        const values = (declared && valuesOf(declared)) ?? names;
        if (!names.every((name) => values.includes(name)))
          fault(
            `The property ${property} of ${reference} can be ${values.join(', ')}, but the discriminator looks for ${names.join(', ')}. Add a \`mapping\` from its value to ${reference}.`,
            'discriminator',
          );
        // A branch has one type, in which the property has the branch's names: no other union may choose it differently.
        const choice = `${property}: ${[...names].sort().join(', ')}`;
        const other = choices.get(reference) ?? choice;
        choices.set(reference, other);
        const message = `Another discriminator chooses ${reference} by ${other}, this one by ${choice}. Give this union schemas of its own, or the same property and names.`;
        if (other !== choice) fault(message, 'discriminator');
      }
    },
  };
};

function branchProblem(branch: unknown, property: string, resolve: Resolve): string | undefined {
  if (typeof getIn(branch, '$ref') !== 'string')
    return 'A branch beside a discriminator must be a `$ref` to a schema under components: its name is the value of the property.';
  const schema = follow(branch, resolve);
  if (schema === undefined || requiresProperty(schema, property, resolve)) return undefined;
  return `${getIn(branch, '$ref')} must be an object that has the property ${property}, a string, and requires it: the discriminator reads it.`;
}

/** A branch may itself be a union, all of whose branches require the property. */
function requiresProperty(schema: JsonObject, property: string, resolve: Resolve): boolean {
  const alternatives = UNIONS.flatMap((keyword) => branchesOf(schema, keyword, resolve));
  if (alternatives.length > 0)
    return alternatives.every((branch) => requiresProperty(branch, property, resolve));
  const parts = partsOf(schema, resolve);
  const declared = propertyOf(parts, property, resolve);
  return (
    parts.some((part) => typesOf(part).includes('object')) &&
    parts.some((part) => listOf(part.required).includes(property)) &&
    (typesOf(declared).join() === 'string' || typeof declared?.const === 'string')
  );
}

/** The names of a branch: those that the mapping gives it, or that of its schema. */
function namesOf(reference: string, mapping: readonly [string, unknown][]): string[] {
  const own = mapping.filter(([, target]) => isTarget(target, reference)).map(([name]) => name);
  return own.length > 0 ? own : [lastKey(reference)];
}

/** A mapping has references, or names of schemas. */
function isTarget(target: unknown, reference: string): boolean {
  return target === reference || target === lastKey(reference);
}
