// Unions: `oneOf` and `anyOf`, rewritten as conditions, so that a value is checked by the one branch that it is meant for
// and its errors are those of that branch. Branches are told apart by the type of the value and, if several are objects, by
// the property that `discriminator` names, or by a required property with other constants in each branch. If that is not
// possible, all branches are tried, and the only error is that the value matches none of them, or more than one.

import { isObject } from '@animal-store/core';
import { unescapeToken } from '@animal-store/core/validation';
import type { ContractDocument } from '../../document.js';
import {
  findProperty,
  isRequired,
  type JsonSchema,
  partsOf,
  type SchemaObject,
  schemasIn,
  typesOf,
} from './json-schema.js';

/** The name of each branch's values: the branch that a property with this value selects. */
interface Selector {
  property: string;
  branches: ReadonlyMap<string, JsonSchema>;
}

const NO_MATCH: SchemaObject = { fault: 'matches none of the alternatives' };
const SEVERAL_MATCHES: SchemaObject = { fault: 'matches more than one of the alternatives' };

/** The schemas that a value of the union must satisfy, all of them. */
export function toConditions(
  schema: SchemaObject,
  keyword: 'oneOf' | 'anyOf',
  document: ContractDocument,
  rewrite: (branch: JsonSchema) => JsonSchema,
): SchemaObject[] {
  const types = (branch: JsonSchema) => typesOf(branch, document);
  // An empty list of types, of a branch that no value fits, would be no condition at all.
  const branches = schemasIn(schema[keyword]).filter((branch) => types(branch).length > 0);
  if (branches.length === 0) return [NO_MATCH];
  const objects = branches.filter((branch) => types(branch).includes('object'));
  const others = branches.filter((branch) => !objects.includes(branch));
  const selector = objects.length > 1 ? findSelector(schema, objects, document) : undefined;
  const choices = others.map((branch) => ({ types: types(branch), schema: rewrite(branch) }));
  const [object] = objects;
  if (selector !== undefined)
    choices.push({ types: ['object'], schema: toSelection(selector, rewrite) });
  else if (object !== undefined) choices.push({ types: types(object), schema: rewrite(object) });

  const allTypes = choices.flatMap((choice) => choice.types);
  const isDistinct = new Set(allTypes).size === allTypes.length;
  if (!isDistinct || (objects.length > 1 && selector === undefined))
    return [tryAll(keyword, branches.map(rewrite))];
  return [
    { type: allTypes },
    ...choices.map((choice) => onlyIf({ type: choice.types }, choice.schema)),
  ];
}

function tryAll(keyword: 'oneOf' | 'anyOf', branches: readonly JsonSchema[]): SchemaObject {
  if (keyword === 'anyOf') return { if: { anyOf: branches }, else: NO_MATCH };
  const several = onlyIf({ anyOf: branches }, SEVERAL_MATCHES, NO_MATCH);
  return { if: { oneOf: branches }, else: several };
}

function onlyIf(condition: SchemaObject, schema: JsonSchema, otherwise?: JsonSchema): SchemaObject {
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  return { if: condition, then: schema, ...(otherwise !== undefined && { else: otherwise }) };
}

function toSelection(
  { property, branches }: Selector,
  rewrite: (branch: JsonSchema) => JsonSchema,
): SchemaObject {
  const has = (value: object) => ({ required: [property], properties: { [property]: value } });
  return {
    ...has({ type: 'string', enum: [...branches.keys()] }),
    allOf: Array.from(branches, ([name, branch]) => onlyIf(has({ const: name }), rewrite(branch))),
  };
}

export function findSelector(
  { discriminator }: SchemaObject,
  branches: readonly JsonSchema[],
  document: ContractDocument,
): Selector | undefined {
  if (branches.some((branch) => typesOf(branch, document).length > 1)) return undefined;
  if (!isObject(discriminator)) return findConstants(branches, document);
  const { propertyName, mapping } = discriminator;
  const names = branches.flatMap((branch) =>
    namesOf(branch, mapping).map((name) => [name, branch] as const),
  );
  return { property: String(propertyName), branches: new Map(names) };
}

/** The names by which a discriminator selects a branch. Source: OpenAPI 3.1, Discriminator Object. */
export function namesOf(branch: JsonSchema, mapping: unknown): string[] {
  if (typeof branch === 'boolean' || typeof branch.$ref !== 'string') return [];
  const { $ref } = branch;
  const schemaName = unescapeToken(decodeURIComponent($ref.split('/').at(-1) ?? ''));
  const mapped = Object.entries(isObject(mapping) ? mapping : {})
    .filter(([, target]) => target === $ref || target === schemaName)
    .map(([name]) => name);
  return mapped.length > 0 ? mapped : [schemaName];
}

/** A required property whose constants differ from branch to branch, such as `kind: { const: cat }`. */
function findConstants(
  branches: readonly JsonSchema[],
  document: ContractDocument,
): Selector | undefined {
  for (const property of propertyNamesOf(branches[0], document)) {
    const names = branches.flatMap((branch) =>
      constantsOf(branch, property, document).map((name) => [name, branch] as const),
    );
    const selected = new Map(names);
    const isComplete = branches.every((branch) => names.some(([, other]) => other === branch));
    if (isComplete && selected.size === names.length) return { property, branches: selected };
  }
  return undefined;
}

/** The strings that a required property may have; none if it is optional, or may have others. */
function constantsOf(branch: JsonSchema, property: string, document: ContractDocument): string[] {
  if (!isRequired(branch, property, document)) return [];
  for (const schema of findProperty(branch, property, document)) {
    for (const part of [schema, ...partsOf(schema, document)]) {
      if (typeof part === 'boolean') continue;
      const values: unknown = 'const' in part ? [part.const] : part.enum;
      if (Array.isArray(values) && values.every((value) => typeof value === 'string'))
        return values;
    }
  }
  return [];
}

function propertyNamesOf(schema: JsonSchema | undefined, document: ContractDocument): string[] {
  if (schema === undefined || typeof schema === 'boolean') return [];
  const inherited = partsOf(schema, document).flatMap((part) => propertyNamesOf(part, document));
  return [...Object.keys(schema.properties ?? {}), ...inherited];
}
