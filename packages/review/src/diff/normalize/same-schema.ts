// Equality of canonical schemas: whether they say the same in messages and in notes, wherever they stand.
import { isDeepStrictEqual } from 'node:util';
import { type Edge, innerOf, type Schema } from '@animal-store/spec/model';
import { isReference } from './keywords.js';

/** References are the same if they name the same. */
export function isSameEdge(one: Edge | undefined, other: Edge | undefined): boolean {
  if (one === other) return true;
  if (one === undefined || other === undefined) return false;
  if (isReference(one) || isReference(other))
    return (
      isReference(one) &&
      isReference(other) &&
      one.target === other.target &&
      isDeepStrictEqual(one.notes, other.notes)
    );
  return isSameSchema(one.schema, other.schema);
}

function isSameSchema(one: Schema, other: Schema): boolean {
  if (one === other) return true;
  return (
    isDeepStrictEqual(plainPartOf(one), plainPartOf(other)) && areSame(inside(one), inside(other))
  );
}

type Edges = readonly Edge[] | ReadonlyMap<string, Edge>;

/** Each by its key. */
export function areSame(one: Edges | undefined, other: Edges | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  const toMap = (all: Edges) => new Map<unknown, Edge>(all.entries());
  const [edges, others] = [toMap(one), toMap(other)];
  return (
    edges.size === others.size &&
    [...edges].every(([key, edge]) => isSameEdge(edge, others.get(key)))
  );
}

function inside(schema: Schema): ReadonlyMap<string, Edge> {
  return new Map(innerOf(schema).map(({ kind, key, edge }) => [`${kind} ${key}`, edge]));
}

function plainPartOf(schema: Schema): unknown[] {
  const { isNever, types, enum: values, constant, format, pattern, bounds, required } = schema;
  const { property, mapping } = schema.discriminator ?? {};
  const own = [isNever, types, values, constant, format, pattern, bounds, required];
  const has = [schema.properties, schema.oneOf, schema.anyOf].map((one) => one !== undefined);
  return [...own, property, mapping, schema.notes, schema.others, has];
}
