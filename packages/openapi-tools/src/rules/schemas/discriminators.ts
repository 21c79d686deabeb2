// Rule: a discriminator chooses among named object schemas, each of which requires the property and can have its value.
import type { Oas3Rule, UserContext } from '@redocly/openapi-core';
import { entriesOf, getIn, isObject, type JsonObject } from '../../json.js';
import {
  branchesOf,
  follow,
  partsOf,
  propertyOf,
  type SchemaNode,
  typesOf,
} from './schema-parts.js';

export const discriminators: Oas3Rule = () => {
  /** What distinguishes each branch: the discriminator's property, and the branch's names. */
  const choices = new Map<string, string>();
  return {
    Schema(schema, context) {
      if (!isObject(schema.discriminator)) return;
      const { report, location } = context;
      const faults = problemsOf({ ...schema }, schema.discriminator, context);
      for (const { keys, message } of [...faults, ...conflictsOf({ ...schema }, choices)])
        report({ message, location: location.child(keys).key() });
    },
  };
};

/** A branch has one type, in which the property has the branch's names: no other union may choose it differently. */
function conflictsOf(schema: JsonObject, choices: Map<string, string>): Fault[] {
  const property = String(getIn(schema, 'discriminator', 'propertyName'));
  const mapping = entriesOf(getIn(schema, 'discriminator', 'mapping'));
  const branches = ['oneOf', 'anyOf'].flatMap((keyword) =>
    entriesOf({ ...(isList(schema[keyword]) ? schema[keyword] : []) }),
  );
  return branches.flatMap(([, branch]) => {
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

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value);
}

interface Fault {
  keys: string[];
  message: string;
}

function problemsOf(schema: JsonObject, discriminator: JsonObject, context: UserContext): Fault[] {
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
  const branches: unknown[] = Array.isArray(schema[keyword]) ? schema[keyword] : [];
  const faults = branches.flatMap((branch, index) => {
    const message = branchProblem(branch, property, context);
    return message === undefined ? [] : [{ keys: [keyword, String(index)], message }];
  });
  return [...faults, ...mappingFaults(discriminator, branches, property, context)];
}

function branchProblem(
  branch: unknown,
  property: string,
  context: UserContext,
): string | undefined {
  if (typeof getIn(branch, '$ref') !== 'string')
    return 'A branch beside a discriminator must be a `$ref` to a schema under components: its name is the value of the property.';
  const node = follow(branch, context);
  if (node === undefined || requiresProperty(node, property, context)) return undefined;
  return `${getIn(branch, '$ref')} must be an object that has the property ${property}, a string, and requires it: the discriminator reads it.`;
}

/** A branch may itself be a union, all of whose branches require the property. */
function requiresProperty(node: SchemaNode, property: string, context: UserContext): boolean {
  const alternatives = ['oneOf', 'anyOf'].flatMap((keyword) => branchesOf(node, keyword, context));
  if (alternatives.length > 0)
    return alternatives.every((branch) => requiresProperty(branch, property, context));
  const parts = partsOf(node, context);
  const declared = propertyOf(parts, property, context);
  return (
    parts.some(({ schema }) => typesOf(schema).includes('object')) &&
    parts.some(
      ({ schema }) => Array.isArray(schema.required) && schema.required.includes(property),
    ) &&
    declared !== undefined &&
    isStringSchema(declared.schema)
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
  context: UserContext,
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
    const node = follow({ $ref: reference }, context);
    const declared = node && propertyOf(partsOf(node, context), property, context);
    const values = declared && fixedValues(declared.schema);
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
  return own.length > 0 ? own : [nameOf(reference)];
}

/** A mapping has references, or names of schemas. */
function isTarget(target: unknown, reference: string): boolean {
  return target === reference || target === nameOf(reference);
}

function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

function fixedValues(schema: JsonObject): unknown[] | undefined {
  if ('const' in schema) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : undefined;
}
