// Schemas behind references, and the parts of which `allOf` composes them.
import type { UserContext } from '@redocly/openapi-core';
import { entriesOf, getIn, isObject, type JsonObject } from '../../json.js';

/** A schema without a `$ref`, and the file in which its own references resolve. */
export interface SchemaNode {
  schema: JsonObject;
  file: string;
}

type Context = Pick<UserContext, 'resolve' | 'location'>;

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
