// Unions: `oneOf` and `anyOf`, rewritten as conditions, so that a value is checked by the one branch that it is meant for
// and its errors are those of that branch. Branches are told apart by the type of the value and, if several are objects, by the
// property that selects them. If that is not possible, all branches are tried, and the only error is that the value matches none
// of them, or more than one.
import {
  type Edge,
  jsonTypesOf,
  type Schema,
  type Selector,
  selectorOf,
} from '../../model/index.js';
import type { JsonSchema, SchemaObject } from '../json-schema.js';

type Rewrite = (branch: Edge) => JsonSchema;

const NO_MATCH: SchemaObject = { fault: 'matches none of the alternatives' };
const SEVERAL_MATCHES: SchemaObject = { fault: 'matches more than one of the alternatives' };

/** The schemas that a value of the union must satisfy, all of them. */
export function toConditions(
  schema: Schema,
  keyword: 'oneOf' | 'anyOf',
  rewrite: Rewrite,
): SchemaObject[] {
  const all = schema[keyword]?.branches;
  if (all === undefined) return [];
  // An empty list of types, of a branch that no value fits, would be no condition at all.
  const branches = all.filter((branch) => jsonTypesOf(branch).length > 0);
  if (branches.length === 0) return [NO_MATCH];
  const objects = branches.filter((branch) => jsonTypesOf(branch).includes('object'));
  const others = branches.filter((branch) => !objects.includes(branch));
  const selector = selectorOf(schema, branches);
  const choices = others.map((branch) => ({ types: jsonTypesOf(branch), schema: rewrite(branch) }));
  const [object] = objects;
  if (selector !== undefined)
    choices.push({ types: ['object'], schema: toSelection(selector, rewrite) });
  else if (object !== undefined)
    choices.push({ types: jsonTypesOf(object), schema: rewrite(object) });

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

function toSelection({ property, branches }: Selector, rewrite: Rewrite): SchemaObject {
  const has = (value: object) => ({ required: [property], properties: { [property]: value } });
  return {
    ...has({ type: 'string', enum: [...branches.keys()] }),
    allOf: Array.from(branches, ([name, branch]) => onlyIf(has({ const: name }), rewrite(branch))),
  };
}
