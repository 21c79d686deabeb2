// Schemas behind references, the parts of which `allOf` composes them, and all that they contain.
import type { UserContext } from '@redocly/openapi-core';
import { entriesOf, getIn, isObject, type JsonObject } from '../../json.js';

/** A schema without a `$ref`, and the file in which its own references resolve. */
export interface SchemaNode {
  schema: JsonObject;
  file: string;
}

type Context = Pick<UserContext, 'resolve' | 'location'>;

const ONE = ['items', 'additionalProperties', 'unevaluatedProperties'];
const SEVERAL = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'properties', 'patternProperties'];

/** The schema and all that describe its parts, behind references as well, each once and with its location. */
export function* schemasWithin(
  value: unknown,
  location: UserContext['location'],
  resolve: UserContext['resolve'],
  seen = new Set<unknown>(),
): Generator<{ schema: JsonObject; location: UserContext['location'] }> {
  if (!isObject(value) || seen.has(value)) return;
  seen.add(value);
  yield { schema: value, location };
  if (typeof value.$ref === 'string') {
    const target = resolve<object>(value, location.source.absoluteRef);
    if (target.location) yield* schemasWithin(target.node, target.location, resolve, seen);
  }
  for (const key of ONE) yield* schemasWithin(value[key], location.child(key), resolve, seen);
  for (const key of SEVERAL)
    for (const [name, part] of entriesOf({ ...Object(value[key]) }))
      yield* schemasWithin(part, location.child([key, name]), resolve, seen);
}

/** The schema itself, or the target of its `$ref`; undefined if it is a boolean or does not resolve. */
export function follow(
  value: unknown,
  { resolve, location }: Context,
  file = location.source.absoluteRef,
): SchemaNode | undefined {
  if (!isObject(value)) return undefined;
  if (typeof value.$ref !== 'string') return { schema: value, file };
  const { node, location: target } = resolve<object>(value, file);
  return isObject(node) && target ? { schema: node, file: target.source.absoluteRef } : undefined;
}

/** The schemas in an array keyword such as `allOf`, behind their references. */
export function branchesOf(node: SchemaNode, keyword: string, context: Context): SchemaNode[] {
  const branches = node.schema[keyword];
  if (!Array.isArray(branches)) return [];
  return branches.flatMap((branch) => follow(branch, context, node.file) ?? []);
}

/** The schema and, at any depth, the branches of its `allOf`: a value must satisfy all of them. */
export function partsOf(
  node: SchemaNode,
  context: Context,
  seen = new Set<unknown>(),
): SchemaNode[] {
  if (seen.has(node.schema)) return [];
  seen.add(node.schema);
  const branches = branchesOf(node, 'allOf', context);
  return [node, ...branches.flatMap((branch) => partsOf(branch, context, seen))];
}

/** The schema of a property, in whichever part declares it. */
export function propertyOf(
  parts: readonly SchemaNode[],
  name: string,
  context: Context,
): SchemaNode | undefined {
  for (const { schema, file } of parts) {
    const property = getIn(schema, 'properties', name);
    if (property !== undefined) return follow(property, context, file);
  }
  return undefined;
}

export function propertyNames({ schema }: SchemaNode): string[] {
  return entriesOf(schema.properties).map(([name]) => name);
}

/** The types that a schema declares; empty if it has no `type`. */
export function typesOf(schema: unknown): string[] {
  const type = getIn(schema, 'type');
  return (Array.isArray(type) ? type : [type]).filter((name) => typeof name === 'string');
}
