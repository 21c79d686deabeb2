// Changes of a contract. Each is rated twice: by its effect on the wire, and by its effect on the source code of clients.
import type { Schema } from '@animal-store/spec/model';
import type { CanonicalContract } from './normalize/canonical-contract.js';

/** In ascending order of severity. `patch` and above require a release (https://semver.org). */
export const LEVELS = ['none', 'patch', 'minor', 'major'] as const;
export type Level = (typeof LEVELS)[number];

export interface Rating {
  /** The effect on messages: what a client may send, and what it must expect. */
  wire: Level;
  /** The effect on code that uses the SDK, or types that another generator made from the contract. */
  source: Level;
  why: string;
  /** Whether the two contracts prove it by what they promise, as of a quota or a date. Otherwise only a message does. */
  isPromise?: boolean;
}

export interface Change extends Rating {
  message: string;
  /** The contract that `pointer` points into: the head, or the base if the value was removed. */
  side: 'base' | 'head';
  pointer: string;
  /** The identifiers of the operations that it concerns; by default, of those that use what is at `pointer`. */
  operations?: string[];
  /** What the search of a witness goes by. */
  clue: Clue;
  /** Whether it changes who may call an operation. Schemas of experimental operations may change, their security may not. */
  isSecurityChange?: boolean;
}

/** Where messages have what changed. */
export interface Clue {
  /** The way to it, as reports name it: `GET /pets`, `limit`, `schema`. */
  path: readonly string[];
  /** The schemas that have it, and the way to them. */
  schemas?: { path: readonly string[]; was: Schema; is: Schema } | undefined;
  /** The path of a request that only a witness confirms: without one, nothing has changed. */
  example?: string | undefined;
}

/** The contracts that are compared, in canonical form. */
export interface Contracts {
  base: CanonicalContract;
  head: CanonicalContract;
}

/** The worse of both ratings, which decides about the next version. */
export function levelOf({ wire, source }: Pick<Rating, 'wire' | 'source'>): Level {
  return highest([wire, source]);
}

/** `none` for no levels. */
export function highest(levels: readonly Level[]): Level {
  return LEVELS.findLast((level) => levels.includes(level)) ?? 'none';
}

/** The lower of a level and a limit. */
export function atMost(limit: Level, level: Level): Level {
  return LEVELS.indexOf(level) > LEVELS.indexOf(limit) ? limit : level;
}

/** The version that follows `version` after a change of `level`; `version` itself if nothing changed. */
export function nextVersion(version: string, level: Level): string {
  const [major, minor, patch] = parseVersion(version);
  if (level === 'major') return `${major + 1}.0.0`;
  if (level === 'minor') return `${major}.${minor + 1}.0`;
  return level === 'patch' ? `${major}.${minor}.${patch + 1}` : version;
}

/** Whether `head` has a higher major version than `base`. */
export function isMajorStep(base: string, head: string): boolean {
  return parseVersion(head)[0] > parseVersion(base)[0];
}

/** Whether `head` is a lower version than `base`. */
export function isDowngrade(base: string, head: string): boolean {
  const parts = parseVersion(base);
  const order = parseVersion(head).reduce((sum, part, at) => sum || part - (parts[at] ?? 0), 0);
  return order < 0;
}

function parseVersion(version: string): [major: number, minor: number, patch: number] {
  const [major = 0, minor = 0, patch = 0] = version.split(/[.+-]/).map(Number);
  return [major, minor, patch];
}
