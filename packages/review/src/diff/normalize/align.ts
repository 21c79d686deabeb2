// Alignment of two canonical schemas: where one is a union and the other a plain schema, the latter becomes a union of
// one branch. A comparison then sees an added or a removed branch, not two unrelated schemas.
import { type Edge, onlyTypeOf, type Schema, toJsonType } from '@animal-store/spec/model';
import {
  ANY,
  inline,
  isNever,
  isReference,
  keywordsOf,
  ownNotes,
  withoutAccess,
} from './keywords.js';

const COMBINATORS = ['oneOf', 'anyOf', 'allOf'] as const;
export type Combinator = (typeof COMBINATORS)[number];

export function branchesIn(schema: Schema, keyword: Combinator): readonly Edge[] | undefined {
  if (keyword === 'allOf') return schema.allOf.length > 0 ? schema.allOf : undefined;
  return schema[keyword]?.branches;
}

export function alignSchemas(base: Edge, head: Edge): [base: Edge, head: Edge] {
  if (isNever(base) || isNever(head)) return [base, head];
  const after = withUnionOf(base, head);
  const keyword =
    COMBINATORS.find((name) => isCombination(base, name)) ??
    COMBINATORS.find((name) => isCombination(after, name));
  return keyword === undefined ? [base, after] : [wrap(base, keyword), wrap(after, keyword)];
}

/** `oneOf` in the head as `anyOf`, or the other way round, if the base has that and no value can match two branches. */
function withUnionOf(base: Edge, head: Edge): Edge {
  if (isReference(base) || isReference(head)) return head;
  const [was, is] = [base.schema, head.schema];
  for (const [from, to] of [
    ['oneOf', 'anyOf'],
    ['anyOf', 'oneOf'],
  ] as const) {
    const union = is[from];
    if (union === undefined || is[to] || was[from] || !was[to]) continue;
    const isOverlapping = union.branches.some((_, index) => overlaps(union.branches, index));
    if (!isOverlapping) return inline({ ...is, [from]: undefined, [to]: union });
  }
  return head;
}

/** Whether the schema is a union, or an intersection, and says nothing else. */
function isCombination(edge: Edge, keyword: Combinator): boolean {
  return !isReference(edge) && keywordsOf(edge.schema).join() === keyword;
}

function wrap(edge: Edge, keyword: Combinator): Edge {
  const { schema } = edge;
  const isCombined =
    !isReference(edge) &&
    (COMBINATORS.some((name) => branchesIn(schema, name)) || keywordsOf(schema).length === 0);
  if (isCombined) return edge;
  const branches = [withoutAccess(edge)];
  const { at } = edge;
  const union = keyword === 'allOf' ? { allOf: branches } : { [keyword]: { at, branches } };
  return inline({ ...ANY, at, ...union });
}

/** Whether a value can match this branch and another one of a `oneOf` without a discriminator, and is rejected then. */
export function isAmbiguous({ oneOf, discriminator }: Schema, index: number): boolean {
  return oneOf !== undefined && discriminator === undefined && overlaps(oneOf.branches, index);
}

/** Whether a value can match this branch and another one. */
function overlaps(branches: readonly Edge[], index: number): boolean {
  return branches.some(
    (other, position) => position !== index && !areDisjoint(branches[index], other),
  );
}

/** Required properties may lead to themselves. */
const MAX_DEPTH = 10;

/**
 * Whether the schemas certainly have no value in common: their types or their constants differ, or no value fits a property
 * that one of them requires, as where the other is closed and does not have it.
 */
function areDisjoint(one: Edge | undefined, other: Edge | undefined, depth = 0): boolean {
  const [left, right] = [one?.schema ?? ANY, other?.schema ?? ANY];
  if (left.isNever || right.isNever || haveOtherTypes(left, right)) return true;
  if (haveNoneInCommon(left.enum, right.enum)) return true;
  const isObjectOnly = [left, right].some((schema) => onlyTypeOf(schema) === 'object');
  if (!isObjectOnly || depth === MAX_DEPTH) return false;
  const names = new Set([left, right].flatMap(requiredIn));
  return [...names].some((name) =>
    areDisjoint(schemaUnder(left, name), schemaUnder(right, name), depth + 1),
  );
}

/** The required properties that every message has: of `readOnly` and `writeOnly` ones, only one direction. */
function requiredIn(schema: Schema): string[] {
  return schema.required.filter((name) => {
    const property = schemaUnder(schema, name);
    const notes = property === undefined ? [] : [ownNotes(property), property.schema.notes];
    return notes.every(({ isReadOnly, isWriteOnly }) => !isReadOnly && !isWriteOnly);
  });
}

/** The schema of the values that an object may have under a name; undefined if they may be any. */
function schemaUnder({ properties, additional }: Schema, name: string): Edge | undefined {
  return properties?.get(name) ?? additional;
}

/** Whether no value is of a type of both. A schema without a type allows any. */
export function haveOtherTypes(one: Schema, other: Schema): boolean {
  return haveNoneInCommon(one.types?.map(toJsonType), other.types?.map(toJsonType));
}

function haveNoneInCommon(
  one: readonly unknown[] | undefined,
  other: readonly unknown[] | undefined,
): boolean {
  return one !== undefined && other !== undefined && !one.some((value) => other.includes(value));
}
