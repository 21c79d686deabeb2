// Owns what a change of the contract is, and how far it moves info.version (https://semver.org).

/** From the least to the most. */
export const LEVELS = ['patch', 'minor', 'major'] as const;
export type Level = (typeof LEVELS)[number];

export interface Change {
  level: Level;
  message: string;
  why: string;
  /** Where it stands: in the head, or in the base if the head has it no more. */
  side: 'base' | 'head';
  pointer: string;
  /** The places whose operations it is about, in the base or in the head; the pointer's, if there are none. */
  touches?: string[];
  /** Holds whatever the operation's stability: an experiment may change its shape, not open the door. */
  firm?: boolean;
}

export function highest(changes: { level: Level }[]): Level | undefined {
  return LEVELS.findLast((level) => changes.some((change) => change.level === level));
}

/** The version after `version`, a step of `level` further; `version` itself without a change. */
export function nextVersion(version: string, level: Level | undefined): string {
  const [major, minor, patch] = partsOf(version);
  if (level === 'major') return `${major + 1}.0.0`;
  if (level === 'minor') return `${major}.${minor + 1}.0`;
  return level === 'patch' ? `${major}.${minor}.${patch + 1}` : version;
}

/** Whether `head` is a major version after `base`. */
export function tookMajorStep(base: string, head: string): boolean {
  return partsOf(head)[0] > partsOf(base)[0];
}

/** Whether `head` is an earlier version than `base`. */
export function stepsBack(base: string, head: string): boolean {
  const [before, after] = [partsOf(base), partsOf(head)];
  const moved = before.findIndex((part, index) => part !== after[index]);
  return moved >= 0 && (after[moved] ?? 0) < (before[moved] ?? 0);
}

function partsOf(version: string): [major: number, minor: number, patch: number] {
  const [major = 0, minor = 0, patch = 0] = version.split(/[.+-]/).map(Number);
  return [major, minor, patch];
}
