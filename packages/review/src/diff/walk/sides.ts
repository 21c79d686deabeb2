// The same place of two contracts, and what a walk finds there, before the findings of all operations are merged.
import { isDeepStrictEqual } from 'node:util';
import { joinPointer, lastKey } from '@animal-store/spec';
import type { Pointer } from '@animal-store/spec/model';
import type { Clue, Contracts, Rating } from '../change.js';
import { describeValueChange } from '../describe-change.js';
import type { Relation } from './relations.js';

export interface Finding extends Rating, Clue {
  text: string;
  /** Where it stands; undefined in the contract that does not have it. */
  base: Pointer | undefined;
  head: Pointer | undefined;
  /** Of a schema: how the set of valid values changes. */
  relation?: Relation | undefined;
  /** The identifiers of the operations whose clients it concerns; without any, it concerns those of the whole contract. */
  operations?: string[];
  isSecurityChange?: boolean;
}

export type Findings = Iterable<Finding>;

/** What all parts of a walk know. */
export interface WalkContext {
  contracts: Contracts;
  /** UTC calendar date. */
  today: string;
}

/** A value of one contract, with the JSON Pointer at which it stands in the canonical form. */
export class Part<T> {
  constructor(
    readonly value: T,
    readonly pointer: Pointer,
    /** Of the component, if a reference led to it. */
    readonly name?: string | undefined,
  ) {}

  get key(): string {
    return lastKey(this.pointer);
  }

  /** Another value, at the same place or below it; undefined if there is none. */
  at<U>(read: (value: T) => U | undefined, ...keys: string[]): Part<U> | undefined {
    const value = read(this.value);
    return value === undefined ? undefined : new Part(value, joinPointer(this.pointer, ...keys));
  }
}

/** The texts and the ratings of what comes, and of what goes. */
interface Presence {
  added?: string;
  ifAdded: Rating;
  removed: string;
  ifRemoved: Rating;
}

/** The same place of both contracts; undefined in one that has nothing there. */
export class Sides<T> {
  constructor(
    readonly base: Part<T> | undefined,
    readonly head: Part<T> | undefined,
    /** The way to it, as reports name it. */
    readonly path: readonly string[] = [],
  ) {}

  get was(): T | undefined {
    return this.base?.value;
  }

  get is(): T | undefined {
    return this.head?.value;
  }

  /** Of plain values. */
  get isSame(): boolean {
    return isDeepStrictEqual(this.was, this.is);
  }

  /** The last key of the pointer. */
  get key(): string {
    return (this.head ?? this.base)?.key ?? '';
  }

  /** What happened to what one contract alone has. */
  get change(): 'added' | 'removed' {
    return this.base === undefined ? 'added' : 'removed';
  }

  isPair(): this is Pair<T> {
    return this.base !== undefined && this.head !== undefined;
  }

  /** Another value of both, as a part of this place. @param keys from here to it. */
  at<U>(read: (value: T) => U | undefined, ...keys: string[]): Sides<U> {
    return new Sides(this.base?.at(read, ...keys), this.head?.at(read, ...keys), this.path);
  }

  /** Another value of both, as a place of its own. */
  below<U>(read: (value: T) => U | undefined, ...keys: string[]): Sides<U> {
    return this.at(read, ...keys).called(...this.path, ...keys);
  }

  /** The same place by another path. */
  called(...path: string[]): Sides<T> {
    return new Sides(this.base, this.head, path);
  }

  /** The pointers of this place, and of the other one in the contract that has nothing here. */
  or({ base, head }: Sides<unknown>): Sides<unknown> {
    return new Sides<unknown>(this.base ?? base, this.head ?? head, this.path);
  }

  find(text: string, rating: Rating, relation?: Relation): Finding {
    const { base, head, path } = this;
    return { ...rating, path, text, base: base?.pointer, head: head?.pointer, relation };
  }

  /** What comes or goes; nothing if neither contract has it. */
  *presence({ added = 'added.', ifAdded, removed, ifRemoved }: Presence): Findings {
    if (this.head !== undefined) yield this.find(added, ifAdded);
    else if (this.base !== undefined) yield this.find(removed, ifRemoved);
  }

  /** The change of one plain value; none if it is the same. @param of ` of \`name\``, or nothing. */
  *valueChange(name: string, rating: Rating, of = '', relation?: Relation): Findings {
    if (this.isSame) return;
    yield this.find(describeValueChange(name, this.was, this.is, of), rating, relation);
  }
}

/** A place that both contracts have. */
export class Pair<T> extends Sides<T> {
  constructor(
    override readonly base: Part<T>,
    override readonly head: Part<T>,
    path?: readonly string[],
  ) {
    super(base, head, path);
  }

  override get was(): T {
    return this.base.value;
  }

  override get is(): T {
    return this.head.value;
  }

  override called(...path: string[]): Pair<T> {
    return new Pair(this.base, this.head, path);
  }
}

/** Each entry of two maps, by its name. */
export function entriesOfBoth<T>(maps: Sides<ReadonlyMap<string, T>>): [string, Sides<T>][] {
  const names = [maps.was, maps.is].flatMap((map) => [...(map?.keys() ?? [])]);
  return [...new Set(names)].map((name) => [name, maps.below((map) => map.get(name), name)]);
}

/** Each entry of a map, or each item of a list. */
export function childrenOf<T>({
  value,
  pointer,
}: Part<ReadonlyMap<string, T> | readonly T[]>): Part<T>[] {
  const entries: Iterable<[string | number, T]> = value.entries();
  return Array.from(entries, ([key, inner]) => new Part(inner, joinPointer(pointer, `${key}`)));
}

/** @param isLast whether the two are all that is left. */
type Criterion<T> = (base: Part<T>, head: Part<T>, isLast: boolean) => boolean;

/**
 * The pairs of two lists that each criterion finds among what those before it have left, and what is left in the end.
 * @param path of the lists.
 */
export function matchParts<T>(
  path: readonly string[],
  before: readonly Part<T>[],
  after: readonly Part<T>[],
  ...criteria: Criterion<T>[]
) {
  const [lost, gained] = [[...before], [...after]];
  const pairs = criteria.map((isMatch) => {
    const isLast = lost.length === 1 && gained.length === 1;
    return [...lost].flatMap((one) => {
      const other = gained.find((candidate) => isMatch(one, candidate, isLast));
      if (other === undefined) return [];
      lost.splice(lost.indexOf(one), 1);
      gained.splice(gained.indexOf(other), 1);
      return [new Pair(one, other, [...path, other.key])];
    });
  });
  const alone = [
    ...lost.map((part) => new Sides(part, undefined, [...path, part.key])),
    ...gained.map((part) => new Sides<T>(undefined, part, [...path, part.key])),
  ];
  return { pairs, alone };
}
