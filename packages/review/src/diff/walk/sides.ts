// The same place of two contracts, and what a walk finds there, before the findings of all operations are merged.
import { isDeepStrictEqual } from 'node:util';
import { getIn, joinPointer, lastKey } from '@animal-store/spec';
import type { Service } from '../../service.js';
import type { Clue, Documents, Rating } from '../change.js';
import { describeValueChange } from '../describe-change.js';
import type { Relation } from './relations.js';

export interface Finding extends Rating, Clue {
  text: string;
  /** Where it stands; undefined in the contract that does not have it. */
  base: string | undefined;
  head: string | undefined;
  /** Of a schema: how the set of valid values changes. */
  relation?: Relation | undefined;
  isSecurityChange?: boolean;
}

export type Findings = Iterable<Finding>;

/** What all parts of a walk know. */
export interface WalkContext {
  documents: Documents;
  service: Service;
  /** UTC calendar date. */
  today: string;
}

/** A value of one contract, with the JSON Pointer at which it stands. References on the way are followed. */
export class Part {
  constructor(
    readonly value: unknown,
    readonly pointer: string,
    /** Of the component, if a reference led to it. */
    readonly name?: string,
  ) {}

  get key(): string {
    return lastKey(this.pointer);
  }

  /** The members of an object, or the items of an array. */
  get children(): Part[] {
    return Object.keys(Object(this.value)).flatMap((key) => this.at(key) ?? []);
  }

  get(key: string): unknown {
    return getIn(this.value, key);
  }

  /** Another value at the same place. */
  with(value: unknown): Part {
    return new Part(value, this.pointer, this.name);
  }

  at(...keys: string[]): Part | undefined {
    let node = this.value;
    for (const key of keys) {
      if (typeof node !== 'object' || node === null) return undefined;
      node = Object.getOwnPropertyDescriptor(node, key)?.value;
    }
    return node === undefined ? undefined : new Part(node, joinPointer(this.pointer, ...keys));
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
export class Sides<P extends Part | undefined = Part | undefined> {
  readonly was: unknown;
  readonly is: unknown;

  constructor(
    readonly base: P,
    readonly head: P,
    /** The way to it, as reports name it. */
    readonly path: readonly string[] = [],
  ) {
    this.was = base?.value;
    this.is = head?.value;
  }

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

  isPair(): this is Pair {
    return this.base !== undefined && this.head !== undefined;
  }

  /** The same child of both, as a part of this place. */
  at(...keys: string[]): Sides {
    return new Sides(this.base?.at(...keys), this.head?.at(...keys), this.path);
  }

  /** The same child of both, as a place of its own. */
  below(...keys: string[]): Sides {
    return this.at(...keys).called(...this.path, ...keys);
  }

  /** The same place by another path. */
  called(...path: string[]): Sides<P> {
    return new Sides(this.base, this.head, path);
  }

  /** This place, and the other one in the contract that has nothing here. */
  or({ base, head }: Sides): Sides {
    return new Sides<Part | undefined>(this.base ?? base, this.head ?? head, this.path);
  }

  /** The names that one of two objects has, or the positions of two lists. */
  get keys(): string[] {
    return [...new Set([this.was, this.is].flatMap((value) => Object.keys(Object(value))))];
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

  /** The change of one value; none if it is the same. @param of ` of \`name\``, or nothing. */
  *valueChange(name: string, rating: Rating, of = '', relation?: Relation): Findings {
    if (this.isSame) return;
    yield this.find(describeValueChange(name, this.was, this.is, of), rating, relation);
  }
}

export type Pair = Sides<Part>;

/** @param isLast whether the two are all that is left. */
type Criterion = (base: Part, head: Part, isLast: boolean) => boolean;

/**
 * The pairs of two lists that each criterion finds among what those before it have left, and what is left in the end.
 * @param path of the lists.
 */
export function matchParts(
  path: readonly string[],
  before: readonly Part[] = [],
  after: readonly Part[] = [],
  ...criteria: Criterion[]
) {
  const [lost, gained] = [[...before], [...after]];
  const pairs = criteria.map((isMatch) => {
    const isAll = lost.length === 1 && gained.length === 1;
    return [...lost].flatMap((one) => {
      const other = gained.find((candidate) => isMatch(one, candidate, isAll));
      if (other === undefined) return [];
      lost.splice(lost.indexOf(one), 1);
      gained.splice(gained.indexOf(other), 1);
      return [new Sides(one, other, [...path, other.key])];
    });
  });
  const alone = [
    ...lost.map((part) => new Sides(part, undefined, [...path, part.key])),
    ...gained.map((part) => new Sides(undefined, part, [...path, part.key])),
  ];
  return { pairs, alone };
}
