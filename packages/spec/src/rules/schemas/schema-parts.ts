// Schemas behind references, the parts of which `allOf` composes them, and all that they contain.
import type { UserContext } from '@redocly/openapi-core';
import { entriesOf, getIn, isObject, type JsonObject, listOf } from '../../json.js';

/** The rules see a bundle, all of whose references lead to the contract itself. */
type Resolve = UserContext['resolve'];

const ONE = ['items', 'additionalProperties'];
const SEVERAL = ['allOf', 'anyOf', 'oneOf', 'properties'];

/** The schema and all that describe its parts, behind references as well, each once and with its location. */
export function* schemasWithin(
  value: unknown,
  location: UserContext['location'],
  resolve: Resolve,
  seen = new Set<unknown>(),
): Generator<{ schema: JsonObject; location: UserContext['location'] }> {
  if (!isObject(value) || seen.has(value)) return;
  seen.add(value);
  yield { schema: value, location };
  if (typeof value.$ref === 'string') {
    const target = resolve<object>(value);
    if (target.location) yield* schemasWithin(target.node, target.location, resolve, seen);
  }
  for (const key of ONE) yield* schemasWithin(value[key], location.child(key), resolve, seen);
  for (const key of SEVERAL)
    for (const [name, part] of entriesOf({ ...Object(value[key]) }))
      yield* schemasWithin(part, location.child([key, name]), resolve, seen);
}

/** The schema itself, or the target of its `$ref`; undefined if it is a boolean. */
export function follow(value: unknown, resolve: Resolve): JsonObject | undefined {
  const node: unknown = getIn(value, '$ref') === undefined ? value : resolve(Object(value)).node;
  return isObject(node) ? node : undefined;
}

/** The schemas in an array keyword such as `allOf`, behind their references. */
export function branchesOf(schema: JsonObject, keyword: string, resolve: Resolve): JsonObject[] {
  return listOf(schema[keyword])
    .map((branch) => follow(branch, resolve))
    .filter(isObject);
}

/** The schema and, at any depth, the branches of its `allOf`: a value must satisfy all of them. */
export function partsOf(
  schema: JsonObject,
  resolve: Resolve,
  seen = new Set<unknown>(),
): JsonObject[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const branches = branchesOf(schema, 'allOf', resolve);
  return [schema, ...branches.flatMap((branch) => partsOf(branch, resolve, seen))];
}

/** The schema of a property, in whichever part declares it. */
export function propertyOf(
  parts: readonly JsonObject[],
  name: string,
  resolve: Resolve,
): JsonObject | undefined {
  const declared = parts.map((schema) => getIn(schema, 'properties', name));
  return follow(
    declared.find((property) => property !== undefined),
    resolve,
  );
}

export function propertyNames(schema: JsonObject): string[] {
  return entriesOf(schema.properties).map(([name]) => name);
}

/** The types that a schema declares; empty if it has no `type`. */
export function typesOf(schema: unknown): string[] {
  return [getIn(schema, 'type')].flat().filter((name) => typeof name === 'string');
}

/** The examples and the default at a schema, or at what has a schema, each with the keys that lead to it. */
export function examplesOf(node: object, resolve: Resolve): { keys: string[]; value: unknown }[] {
  const own = entriesOf(node).filter(([key]) => key === 'example' || key === 'default');
  const examples: unknown = getIn(node, 'examples');
  const named = entriesOf(examples).map(([name, entry]) => [name, follow(entry, resolve)] as const);
  return [
    ...own.map(([key, value]) => ({ keys: [key], value })),
    ...listOf(examples).map((value, index) => ({ keys: ['examples', String(index)], value })),
    ...named.flatMap(([name, example]) =>
      example && 'value' in example ? [{ keys: ['examples', name], value: example.value }] : [],
    ),
  ];
}
