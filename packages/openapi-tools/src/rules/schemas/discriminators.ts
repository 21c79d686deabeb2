// Rule: a discriminator chooses among named object schemas, each of which requires the property and can have its value.
import type { Oas3Rule, UserContext } from '@redocly/openapi-core';
import { entriesOf, getIn, isObject, type JsonObject, listOf } from '../../json.js';
import { lastKey } from '../../json-pointer.js';
import { branchesOf, follow, partsOf, propertyOf, typesOf, valuesOf } from './schema-parts.js';

type Resolve = UserContext['resolve'];

export const discriminators: Oas3Rule = () => {
  /** What distinguishes each branch: the discriminator's property, and the branch's names. */
  const choices = new Map<string, string>();
  return {
    Schema(schema, context) {
      if (!isObject(schema.discriminator)) return;
      const { report, location, resolve } = context;
      const faults = problemsOf({ ...schema }, schema.discriminator, resolve);
      for (const { keys, message } of [...faults, ...conflictsOf({ ...schema }, choices)])
        report({ message, location: location.child(keys).key() });
    },
  };
};

/** A branch has one type, in which the property has the branch's names: no other union may choose it differently. */
function conflictsOf(schema: JsonObject, choices: Map<string, string>): Fault[] {
  const property = String(getIn(schema, 'discriminator', 'propertyName'));
  const mapping = entriesOf(getIn(schema, 'discriminator', 'mapping'));
  const branches = ['oneOf', 'anyOf'].flatMap((keyword) => listOf(schema[keyword]));
  return branches.flatMap((branch) => {
    const reference = getIn(branch, '$ref');
    if (typeof reference !== 'string') return [];
    const choice = `${property}: ${namesOf(reference, mapping).sort().join(', ')}`;
    const other = choices.get(reference);
    choices.set(reference, other ?? choice);
    if (other === undefined || other === choice) return [];
    const message = `Another discriminator chooses ${reference} by ${other}, this one by ${choice}. Give this union schemas of its own, or the same property and names.`;
    return [{ keys: ['discriminator'], message }];
  });
}

interface Fault {
  keys: string[];
  message: string;
}

function problemsOf(schema: JsonObject, discriminator: JsonObject, resolve: Resolve): Fault[] {
  const keyword = ['oneOf', 'anyOf'].find((key) => Array.isArray(schema[key]));
  if (keyword === undefined)
    return [
      {
        keys: ['discriminator'],
        message:
          'A discriminator stands beside `oneOf` or `anyOf`: a schema does not know which others extend it. Declare a schema with `oneOf`, whose branches are all the variants.',
      },
    ];
  const property = String(discriminator.propertyName);
  const branches = listOf(schema[keyword]);
  const faults = branches.flatMap((branch, index) => {
    const message = branchProblem(branch, property, resolve);
    return message === undefined ? [] : [{ keys: [keyword, String(index)], message }];
  });
  return [...faults, ...mappingFaults(discriminator, branches, property, resolve)];
}

function branchProblem(branch: unknown, property: string, resolve: Resolve): string | undefined {
  if (typeof getIn(branch, '$ref') !== 'string')
    return 'A branch beside a discriminator must be a `$ref` to a schema under components: its name is the value of the property.';
  const schema = follow(branch, resolve);
  if (schema === undefined || requiresProperty(schema, property, resolve)) return undefined;
  return `${getIn(branch, '$ref')} must be an object that has the property ${property}, a string, and requires it: the discriminator reads it.`;
}

/** A branch may itself be a union, all of whose branches require the property. */
function requiresProperty(schema: JsonObject, property: string, resolve: Resolve): boolean {
  const alternatives = ['oneOf', 'anyOf'].flatMap((keyword) =>
    branchesOf(schema, keyword, resolve),
  );
  if (alternatives.length > 0)
    return alternatives.every((branch) => requiresProperty(branch, property, resolve));
  const parts = partsOf(schema, resolve);
  const declared = propertyOf(parts, property, resolve);
  return (
    parts.some((part) => typesOf(part).includes('object')) &&
    parts.some((part) => listOf(part.required).includes(property)) &&
    declared !== undefined &&
    isStringSchema(declared)
  );
}

function isStringSchema(schema: JsonObject): boolean {
  return typesOf(schema).join() === 'string' || typeof schema.const === 'string';
}

/** Names must stand for a branch, and a branch whose property has fixed values must be able to have its name. */
function mappingFaults(
  { mapping }: JsonObject,
  branches: readonly unknown[],
  property: string,
  resolve: Resolve,
): Fault[] {
  const references = branches.map((branch) => String(getIn(branch, '$ref')));
  const named = entriesOf(mapping);
  const unknown = named
    .filter(([, target]) => !references.some((reference) => isTarget(target, reference)))
    .map(([name, target]) => ({
      keys: ['discriminator', 'mapping', name],
      message: `${target} is not a branch of this schema. Map ${name} to one of ${references.join(', ')}.`,
    }));
  const impossible = references.flatMap((reference) => {
    const names = namesOf(reference, named);
    const schema = follow({ $ref: reference }, resolve);
    const declared = schema && propertyOf(partsOf(schema, resolve), property, resolve);
    const values = declared && valuesOf(declared);
    if (values === undefined || names.every((name) => values.includes(name))) return [];
    return {
      keys: ['discriminator'],
      message: `The property ${property} of ${reference} can be ${values.join(', ')}, but the discriminator looks for ${names.join(', ')}. Add a \`mapping\` from its value to ${reference}.`,
    };
  });
  return [...unknown, ...impossible];
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
