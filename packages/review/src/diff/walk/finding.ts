// Findings: what a walk over two contracts has found at a pair of values, before the findings of all operations are merged.
import type { Level, Rating } from '../change.js';
import type { Relation } from './relations.js';

/** A value of one contract, with the JSON Pointer at which it stands. References on the way are followed. */
export interface Part {
  value: unknown;
  pointer: string;
}

/** The same part of both contracts. */
export interface Pair {
  base: Part;
  head: Part;
}

export interface Finding extends Rating {
  /** The way from the pair at which the walk began: `properties`, `name`. */
  path: string[];
  text: string;
  /** Where it stands; undefined in the contract that does not have it. */
  base: string | undefined;
  head: string | undefined;
  /** Of a schema: how the set of valid values changes. */
  relation?: Relation;
  /** The path of a request that shows it. */
  example?: string;
}

/** A finding at a pair, or below it. Without `base` or `head`, the other contract alone has the value. */
export function finding(
  { base, head }: { base?: Part | undefined; head?: Part | undefined },
  text: string,
  rating: Rating,
  path: string[] = [],
): Finding {
  return { ...rating, path, text, base: base?.pointer, head: head?.pointer };
}

export function below(path: string[], findings: readonly Finding[]): Finding[] {
  return findings.map((found) => ({ ...found, path: [...path, ...found.path] }));
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

export function childOf({ value, pointer }: Part, ...keys: string[]): Part | undefined {
  let node = value;
  for (const key of keys)
    node =
      typeof node === 'object' && node !== null
        ? Object.getOwnPropertyDescriptor(node, key)?.value
        : undefined;
  if (node === undefined) return undefined;
  return { value: node, pointer: [pointer, ...keys.map(escapeKey)].join('/') };
}

function escapeKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
