// Intersection of two canonical schemas as one schema without `allOf`. It may say no.
import { isDeepStrictEqual } from 'node:util';
import { joinPointer } from '@animal-store/spec';
import {
  BOUND_KEYWORDS,
  BOUNDS,
  type BoundKeyword,
  type Bounds,
  type Discriminator,
  type Edge,
  type Pointer,
  type Schema,
  type TypeName,
  type Union,
} from '@animal-store/spec/model';
import { ANY, inline, isEmpty, isPartOfType, isReference, mergeNotes } from './keywords.js';
import { areSame, isSameEdge } from './same-schema.js';

/** Keywords of published contracts that act on others beside them, so that those of two schemas do not mix. */
const BOUND_TO_OTHERS =
  /^(?:if|then|else|prefixItems|contains|minContains|maxContains|patternProperties|unevaluated.*)$/;

/** That one schema cannot say what both say. */
class InexpressibleError extends Error {}

/** @param at where the result stands. @returns undefined if the intersection needs `allOf`. */
export function intersectSchemas(outer: Schema, inner: Schema, at: Pointer): Schema | undefined {
  try {
    return intersect(outer, inner, at);
  } catch (error) {
    if (error instanceof InexpressibleError) return undefined;
    throw error;
  }
}

function intersect(outer: Schema, inner: Schema, at: Pointer): Schema {
  const others = [outer, inner].flatMap((schema) => Object.keys(schema.others));
  if (
    outer.isNever ||
    inner.isNever ||
    isClosedAgainst(outer, inner) ||
    isClosedAgainst(inner, outer) ||
    others.some((keyword) => BOUND_TO_OTHERS.test(keyword))
  )
    throw new InexpressibleError();
  return {
    ...ANY,
    at,
    types: intersectOptional(outer.types, inner.types, intersectTypes),
    enum: intersectOptional(outer.enum, inner.enum, intersectValues),
    format: intersectOptional(outer.format, inner.format),
    pattern: intersectOptional(outer.pattern, inner.pattern),
    bounds: intersectBounds(outer.bounds, inner.bounds),
    properties: intersectOptional(outer.properties, inner.properties, (one, other) =>
      intersectProperties(one, other, joinPointer(at, 'properties')),
    ),
    required: [...new Set([...outer.required, ...inner.required])].sort(),
    additional: intersectOptional(outer.additional, inner.additional, (one, other) =>
      intersectEdges(one, other, joinPointer(at, 'additionalProperties')),
    ),
    items: intersectOptional(outer.items, inner.items, (one, other) =>
      intersectEdges(one, other, joinPointer(at, 'items')),
    ),
    reference: intersectOptional(outer.reference, inner.reference, onlySame(isSameEdge)),
    allOf:
      outer.allOf.length === 0 || inner.allOf.length === 0
        ? [...outer.allOf, ...inner.allOf]
        : onlySame<readonly Edge[]>(areSame)(outer.allOf, inner.allOf),
    oneOf: intersectOptional(outer.oneOf, inner.oneOf, onlySame(hasSameBranches)),
    anyOf: intersectOptional(outer.anyOf, inner.anyOf, onlySame(hasSameBranches)),
    discriminator: intersectOptional(
      outer.discriminator,
      inner.discriminator,
      onlySame(isSameDiscriminator),
    ),
    notes: mergeNotes(inner.notes, outer.notes),
    others: intersectOthers(outer.others, inner.others),
  };
}

/** What one of two has, or what both have in common. */
function intersectOptional<T>(
  one: T | undefined,
  other: T | undefined,
  combine: (one: T, other: T) => T = onlySame<T>(isDeepStrictEqual),
): T | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return combine(one, other);
}

function onlySame<T>(isSame: (one: T, other: T) => boolean) {
  return (one: T, other: T): T => {
    if (isSame(one, other)) return one;
    throw new InexpressibleError();
  };
}

const hasSameBranches = (one: Union, other: Union) => areSame(one.branches, other.branches);
const isSameDiscriminator = (one: Discriminator, other: Discriminator) =>
  one.property === other.property && isDeepStrictEqual(one.mapping, other.mapping);

/** Whether `schema` restricts properties that only `other` names. */
function isClosedAgainst({ additional, properties }: Schema, other: Schema): boolean {
  if (additional === undefined || isEmpty(additional)) return false;
  return [...(other.properties?.keys() ?? [])].some((name) => properties?.has(name) !== true);
}

function intersectTypes(one: readonly TypeName[], other: readonly TypeName[]): TypeName[] {
  const within = (types: readonly TypeName[]) => (type: TypeName) =>
    types.some((outer) => isPartOfType(type, outer));
  const common = [...new Set([...one.filter(within(other)), ...other.filter(within(one))])];
  if (common.length === 0) throw new InexpressibleError();
  return common.sort();
}

function intersectValues(one: readonly unknown[], other: readonly unknown[]): unknown[] {
  const common = one.filter((value) =>
    other.some((candidate) => isDeepStrictEqual(candidate, value)),
  );
  if (common.length === 0) throw new InexpressibleError();
  return common;
}

function intersectBounds(one: Bounds, other: Bounds): Bounds {
  const bounds = BOUND_KEYWORDS.map((keyword) => {
    const [own, its] = [one[keyword], other[keyword]];
    return [keyword, intersectOptional<number | boolean>(own, its, STRICTER[BOUNDS[keyword].kind])];
  });
  return Object.fromEntries(bounds.filter(([, value]) => value !== undefined));
}

type Limit = number | boolean;

const STRICTER: Record<(typeof BOUNDS)[BoundKeyword]['kind'], (one: Limit, other: Limit) => Limit> =
  {
    least: (one, other) => Math.max(Number(one), Number(other)),
    most: (one, other) => Math.min(Number(one), Number(other)),
    multiple: (one, other) => commonMultiple(Number(one), Number(other)),
    flag: (one, other) => one || other,
  };

function commonMultiple(one: number, other: number): number {
  const [small, large] = [Math.min(one, other), Math.max(one, other)];
  if (large % small !== 0) throw new InexpressibleError();
  return large;
}

function intersectProperties(
  one: ReadonlyMap<string, Edge>,
  other: ReadonlyMap<string, Edge>,
  at: Pointer,
): ReadonlyMap<string, Edge> {
  const result = new Map(one);
  for (const [name, edge] of other) {
    const own = one.get(name);
    result.set(name, own === undefined ? edge : intersectEdges(own, edge, joinPointer(at, name)));
  }
  return result;
}

function intersectEdges(one: Edge, other: Edge, at: Pointer): Edge {
  if (isSameEdge(one, other)) return one;
  if (isReference(one) && isReference(other) && one.target === other.target)
    return one.with(mergeNotes(other.notes, one.notes));
  return inline(intersect(asSchema(one), asSchema(other), at));
}

/** A reference as a schema that has it, and what stands beside it. */
export function asSchema(edge: Edge): Schema {
  if (!isReference(edge)) return edge.schema;
  return { ...ANY, at: edge.at, reference: edge.with(ANY.notes), notes: edge.notes };
}

function intersectOthers(one: Schema['others'], other: Schema['others']): Schema['others'] {
  const result = { ...one };
  for (const [keyword, value] of Object.entries(other))
    result[keyword] = intersectOptional(one[keyword], value);
  return result;
}
