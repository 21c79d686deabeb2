// Owns the comparison of two contracts: every change, rated, with its place; and the version that they ask for.

import { at } from '../../contract/generator/json.js';
import {
  type Change,
  highest,
  LEVELS,
  type Level,
  nextVersion,
  stepsBack,
  tookMajorStep,
} from './change.js';
import { type Contract, readContract } from './contract.js';
import { errorCodeChanges } from './error-code-changes.js';
import { extensionChanges } from './extension-changes.js';
import type { Place } from './fault.js';
import { operationsOf, usersOf } from './operations.js';
import { redoclyDiff } from './redocly-diff.js';
import { securityChanges } from './security-changes.js';
import { shapeChanges } from './shape-changes.js';

export interface Comparison {
  /** The most severe first. */
  changes: (Change & Place & { operations: string[] })[];
  level: Level | undefined;
  baseVersion: string;
  headVersion: string;
  nextVersion: string;
  /** The step that a changeset announces for the next release. */
  announced: Level | undefined;
  /** False if clients break and neither info.version nor a changeset says so, or if info.version steps back. */
  admissible: boolean;
}

/** What the repository says besides the two contracts. */
export interface Surroundings {
  /** The schemas that the SDK exported as types at the base. */
  exported: readonly string[];
  announced: Level | undefined;
}

/** @throws BrokenContract if one of the files is not a whole contract. */
export async function compare(
  baseFile: string,
  headFile: string,
  { exported, announced }: Surroundings,
): Promise<Comparison> {
  const [base, head] = [await readContract(baseFile), await readContract(headFile)];
  const [before, after] = [base.document, head.document];
  const changes = [
    ...securityChanges(before, after),
    ...extensionChanges(before, after),
    ...errorCodeChanges(before, after),
    ...shapeChanges(await redoclyDiff(baseFile, headFile), { base: before, head: after }, exported),
  ]
    .map((change) => complete(change, base, head))
    .sort((one, other) => LEVELS.indexOf(other.level) - LEVELS.indexOf(one.level));

  const level = highest(changes);
  const [baseVersion, headVersion] = [versionOf(base), versionOf(head)];
  return {
    changes,
    level,
    baseVersion,
    headVersion,
    nextVersion: nextVersion(baseVersion, level),
    announced,
    admissible:
      !stepsBack(baseVersion, headVersion) &&
      (level !== 'major' || announced === 'major' || tookMajorStep(baseVersion, headVersion)),
  };
}

/** Adds the place and the operations that it is about, and spares what is still an experiment. */
function complete({ touches, firm = false, ...change }: Change, base: Contract, head: Contract) {
  const targets = touches ?? [change.pointer];
  const users = [base, head].flatMap(({ document }) =>
    targets.flatMap((target) => usersOf(document, target)),
  );
  const operations = [...new Set(users.map(({ id }) => id))];
  const place = (change.side === 'base' ? base : head).locate(change.pointer);
  // What counts is what clients were promised: the base's word. What only the head has was promised to nobody.
  const promises = operationsOf(base.document).filter(({ id }) => operations.includes(id));
  const experimental =
    promises.length > 0 && promises.every(({ node }) => node['x-stability'] === 'experimental');
  if (change.level !== 'major' || !experimental || firm) return { ...change, ...place, operations };
  return {
    ...change,
    ...place,
    operations,
    level: 'minor' as const,
    why: `${change.why} Not breaking all the same: ${operations.join(', ')} is experimental.`,
  };
}

function versionOf({ document }: Contract): string {
  return String(at(document, 'info', 'version') ?? '0.0.0');
}
