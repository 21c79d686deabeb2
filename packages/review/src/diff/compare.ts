// Comparison of two contracts: every change with its rating and position, and the version that the changes require. The
// ratings come from schema-changes.ts (Redocly's), unrated-changes.ts, extension-changes.ts, error-code-changes.ts and
// security-changes.ts.
import { dirname, relative } from 'node:path';
import { getIn } from '@animal-store/openapi-tools';
import { type Contract, type Place, readContract } from '../read-contract.js';
import {
  type Change,
  highestLevel,
  isDowngrade,
  isMajorStep,
  LEVELS,
  type Level,
  nextVersion,
} from './change.js';
import { errorCodeChanges } from './error-code-changes.js';
import { extensionChanges } from './extension-changes.js';
import { operationsOf, operationsUsing } from './operations.js';
import { redoclyDiff } from './redocly-diff.js';
import { schemaChanges } from './schema-changes.js';
import { securityChanges } from './security-changes.js';

export interface Comparison {
  /** In descending order of severity. */
  changes: (Change & Place & { operations: string[] })[];
  level: Level | undefined;
  baseVersion: string;
  headVersion: string;
  nextVersion: string;
  /** The level that a changeset announces for the next release. */
  announced: Level | undefined;
  /** False for breaking changes that neither info.version nor a changeset announces, and if info.version decreases. */
  admissible: boolean;
}

/** What the comparison needs from the repository besides the two contracts. */
export interface CompareContext {
  announced: Level | undefined;
}

/** @throws InvalidContractError if one of the files is not a valid OpenAPI document. */
export async function compare(
  baseFile: string,
  headFile: string,
  { announced }: CompareContext,
): Promise<Comparison> {
  const nameOf = (file: string) => (path: string) => relative(dirname(file), path);
  const heading = 'The contract before the change cannot be read:';
  const base = await readContract(baseFile, { nameOf: nameOf(baseFile), heading });
  const head = await readContract(headFile, { nameOf: nameOf(headFile) });
  const [before, after] = [base.document, head.document];
  const changes = [
    ...securityChanges(before, after),
    ...extensionChanges(before, after),
    ...errorCodeChanges(before, after),
    ...schemaChanges(await redoclyDiff(before, after), { base: before, head: after }),
  ]
    .map((change) => complete(change, base, head))
    .sort((one, other) => LEVELS.indexOf(other.level) - LEVELS.indexOf(one.level));

  const level = highestLevel(changes);
  const [baseVersion, headVersion] = [versionOf(base), versionOf(head)];
  return {
    changes,
    level,
    baseVersion,
    headVersion,
    nextVersion: nextVersion(baseVersion, level),
    announced,
    admissible:
      !isDowngrade(baseVersion, headVersion) &&
      (level !== 'major' || announced === 'major' || isMajorStep(baseVersion, headVersion)),
  };
}

/** Adds the position and the affected operations, and lowers the level if all of those are experimental. */
function complete(
  { affectedPointers, ignoresStability = false, ...change }: Change,
  base: Contract,
  head: Contract,
) {
  const targets = affectedPointers ?? [change.pointer];
  const users = [base, head].flatMap(({ document }) =>
    targets.flatMap((target) => operationsUsing(document, target)),
  );
  const operations = [...new Set(users.map(({ id }) => id))];
  const place = (change.side === 'base' ? base : head).locate(change.pointer);
  // The stability in the base counts, because clients rely on it.
  const published = operationsOf(base.document).filter(({ id }) => operations.includes(id));
  const isExperimental =
    published.length > 0 && published.every(({ node }) => node['x-stability'] === 'experimental');
  if (change.level !== 'major' || !isExperimental || ignoresStability)
    return { ...change, ...place, operations };
  return {
    ...change,
    ...place,
    operations,
    level: 'minor' as const,
    why: `${change.why} This is not breaking, because ${operations.join(', ')} is experimental.`,
  };
}

function versionOf({ document }: Contract): string {
  return String(getIn(document, 'info', 'version') ?? '0.0.0');
}
