// Changes of a contract, and the semantic version that they require (https://semver.org).
import type { JsonObject } from '@animal-store/openapi-tools';

/** In ascending order of severity. */
export const LEVELS = ['patch', 'minor', 'major'] as const;
export type Level = (typeof LEVELS)[number];

export interface Change {
  level: Level;
  message: string;
  why: string;
  /** The contract that `pointer` points into: the head, or the base if the value was removed. */
  side: 'base' | 'head';
  pointer: string;
  /** Pointers into both contracts: the operations that use one of them are affected. By default, `pointer`. */
  affectedPointers?: string[];
  /** Whether the level holds for experimental operations too: their schemas may change, their security may not. */
  ignoresStability?: boolean;
}

export interface Rating {
  level: Level;
  why: string;
}

/** The contracts that are compared. */
export interface Documents {
  base: JsonObject;
  head: JsonObject;
}

export function highestLevel(changes: { level: Level }[]): Level | undefined {
  return LEVELS.findLast((level) => changes.some((change) => change.level === level));
}

/** The version that follows `version` after a change of `level`; `version` itself if nothing changed. */
export function nextVersion(version: string, level: Level | undefined): string {
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
  const [before, after] = [parseVersion(base), parseVersion(head)];
  const changed = before.findIndex((part, index) => part !== after[index]);
  return changed >= 0 && (after[changed] ?? 0) < (before[changed] ?? 0);
}

function parseVersion(version: string): [major: number, minor: number, patch: number] {
  const [major = 0, minor = 0, patch = 0] = version.split(/[.+-]/).map(Number);
  return [major, minor, patch];
}
