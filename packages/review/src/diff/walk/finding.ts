// Findings: what a walk over two contracts has found at a place, before the findings of all operations are merged.
import { isDeepStrictEqual } from 'node:util';
import { entriesOf, joinPointer } from '@animal-store/openapi-tools';
import type { Documents, Level, Rating } from '../change.js';
import { describeValueChange } from '../describe-change.js';
import type { Relation } from './relations.js';

/** A value of one contract, with the JSON Pointer at which it stands. References on the way are followed. */
export interface Part {
  value: unknown;
  pointer: string;
}

/** The same place of both contracts; undefined in one that has nothing there. */
export interface Sides {
  base?: Part | undefined;
  head?: Part | undefined;
}

export interface Pair extends Sides {
  base: Part;
  head: Part;
}

/** What all parts of a walk know. */
export interface WalkContext {
  documents: Documents;
  /** The rating of a removal that was announced; undefined if it was not. */
  announced: (pointer: string) => Rating | undefined;
  /** The operations, parameters and properties that both contracts have, each once. */
  pairs: Map<string, Pair>;
}

export interface Finding extends Rating {
  /** The way from the pair at which the walk began: `properties`, `name`. */
  path: string[];
  text: string;
  /** Where it stands; undefined in the contract that does not have it. */
  base: string | undefined;
  head: string | undefined;
  /** Of a schema: how the set of valid values changes. */
  relation?: Relation | undefined;
  /** The path of a request that shows it. */
  example?: string;
}

export type Findings = Iterable<Finding>;

/** A finding at a place, or below it. */
export function finding(
  { base, head }: Sides,
  text: string,
  rating: Rating,
  path: string[] = [],
  relation?: Relation,
): Finding {
  return { ...rating, path, text, base: base?.pointer, head: head?.pointer, relation };
}

/** The change of one value; none if it is the same. @param of ` of \`name\``, or nothing. */
export function* valueChange(
  sides: Sides,
  name: string,
  rating: Rating,
  of = '',
  relation?: Relation,
): Findings {
  const [was, is] = valuesAt(sides);
  if (!isDeepStrictEqual(was, is))
    yield finding(sides, describeValueChange(name, was, is, of), rating, [], relation);
}

export function below(path: string[], findings: Findings): Finding[] {
  return [...findings].map((found) => ({ ...found, path: [...path, ...found.path] }));
}

export function both(level: Level, why = REASONS[level]): Rating {
  return { wire: level, source: level, why };
}

/** A change of behaviour that types do not show. */
export function behaviour(wire: Level, why: string): Rating {
  return { wire, source: 'patch', why };
}

const REASONS: Record<Level, string> = {
  major: 'It can break a client that follows the contract.',
  minor: 'It is an addition; existing clients keep working.',
  patch: 'It does not affect clients.',
  none: 'It does not affect clients.',
};

export function documentation(why = REASONS.patch): Rating {
  return { wire: 'none', source: 'patch', why };
}

/** The rating of what exists in the SDK alone. */
export function sourceOnly(why: string): Rating {
  return { wire: 'none', source: 'major', why };
}

/** The rating of what clients can do without, while code that uses it does not compile. */
export function dispensable(
  why = 'Clients had to expect responses without it; the SDK has no type of it any more.',
): Rating {
  return { wire: 'minor', source: 'major', why };
}

export function isPair(sides: Sides): sides is Pair {
  return sides.base !== undefined && sides.head !== undefined;
}

export function added({ base }: Sides): 'added' | 'removed' {
  return base === undefined ? 'added' : 'removed';
}

export function valuesAt({ base, head }: Sides): [was: unknown, is: unknown] {
  return [base?.value, head?.value];
}

export function childOf({ value, pointer }: Part, ...keys: string[]): Part | undefined {
  let node = value;
  for (const key of keys) {
    if (typeof node !== 'object' || node === null) return undefined;
    node = Object.getOwnPropertyDescriptor(node, key)?.value;
  }
  return node === undefined ? undefined : { value: node, pointer: joinPointer(pointer, ...keys) };
}

/** The members of an object, or the items of an array. */
export function childrenOf(part: Part | undefined): Part[] {
  if (part === undefined) return [];
  return Object.keys(Object(part.value)).flatMap((key) => childOf(part, key) ?? []);
}

/** The same child of both sides. */
export function inside({ base, head }: Sides, ...keys: string[]): Sides {
  return { base: base && childOf(base, ...keys), head: head && childOf(head, ...keys) };
}

/** The entries of two objects, by name: those that both have, and those of one alone. */
export function entriesIn(sides: Sides) {
  const names = new Set(valuesAt(sides).flatMap((value) => entriesOf(value).map(([name]) => name)));
  const all = [...names].map((name): [string, Sides] => [name, inside(sides, name)]);
  return {
    all,
    common: all.filter((entry): entry is [string, Pair] => isPair(entry[1])),
    lost: all.filter(([, { head }]) => head === undefined),
    gained: all.filter(([, { base }]) => base === undefined),
  };
}

/** The same, where the only lost entry and the only gained one are one that became another. */
export function exchangesIn(sides: Sides) {
  const { common, lost, gained } = entriesIn(sides);
  const [[before], [after]] = [lost, gained];
  if (lost.length + gained.length !== 2 || before === undefined || after === undefined)
    return { common, lost, gained };
  const [[from, { base }], [to, { head }]] = [before, after];
  return { common, lost: [], gained: [], exchange: { from, to, place: { base, head } } };
}
