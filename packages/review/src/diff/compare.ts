// Comparison of two contracts: every change with its ratings and position, and the version that the changes require.
// Both contracts are brought into canonical form first, so that parts that mean the same are equal. The changes come from the
// walk over their pairs (walk/contract-walk.ts); the other modules of this folder rate what OpenAPI itself does not say.
import { createHash } from 'node:crypto';
import { dirname, relative } from 'node:path';
import type { Place } from '@animal-store/spec';
import { loadContract } from '../load-contract.js';
import { addWitnesses, type Witness } from '../witness/witness.js';
import {
  atMost,
  type Change,
  type Contracts,
  highest,
  LEVELS,
  type Level,
  levelOf,
  nextVersion,
} from './change.js';
import { canonicalContract, type Spellings } from './normalize/canonical-contract.js';
import { idOf, operationsUsing } from './operations.js';
import { rewrites } from './rewrites.js';
import { walkContracts } from './walk/contract-walk.js';
import type { WalkContext } from './walk/sides.js';

export interface ReviewedChange extends Omit<Change, 'clue'>, Place {
  /** Names this change in the file of approvals. It does not depend on line numbers. */
  fingerprint: string;
  isSecurityChange: boolean;
  /** The identifiers of the operations that the change affects; of a wire break, those that it breaks. */
  operations: string[];
  /** Of a change that breaks the wire, if one was found. */
  witness?: Witness | undefined;
  /** Of a change that perhaps breaks the wire: how many messages the search of a witness has tried in vain. */
  tried?: number;
  /** Of a removed value: the nearest place in the head. */
  headPlace?: Place;
}

export interface Comparison {
  /** In descending order of severity. */
  changes: ReviewedChange[];
  wire: Level;
  source: Level;
  /** The worse of `wire` and `source`. */
  level: Level;
  baseVersion: string;
  headVersion: string;
  nextVersion: string;
}

/**
 * @param today the UTC date that decides whether a sunset has passed, as YYYY-MM-DD.
 * @throws UserError if one of the files is not a valid OpenAPI document.
 */
export async function compare(
  baseFile: string,
  headFile: string,
  today: string,
): Promise<Comparison> {
  const contracts = await readSides(baseFile, headFile);
  const found = findChanges({ contracts, today })
    .map((change) => complete(change, contracts))
    .sort((one, other) => severityOf(other) - severityOf(one));
  const changes = addWitnesses(found, contracts)
    .filter(({ clue, witness }) => clue.example === undefined || witness !== undefined)
    .map(({ clue: _, ...change }): ReviewedChange => change);

  const wire = highest(changes.map((change) => change.wire));
  const source = highest(changes.map((change) => change.source));
  const level = levelOf({ wire, source });
  const [baseVersion, headVersion] = [contracts.base.info.version, contracts.head.info.version];
  return {
    changes,
    wire,
    source,
    level,
    baseVersion,
    headVersion,
    nextVersion: nextVersion(baseVersion, level),
  };
}

/** @throws UserError if one is not a valid OpenAPI document. */
export async function readSides(baseFile: string, headFile: string): Promise<Contracts> {
  const spellings: Spellings = new Map();
  const read = async (file: string, heading?: string) => {
    const nameOf = (path: string) => relative(dirname(file), path);
    return canonicalContract(await loadContract(file, nameOf, heading), spellings);
  };
  const base = await read(baseFile, 'The contract before the change cannot be read:');
  return { base, head: await read(headFile) };
}

function findChanges(context: WalkContext): Change[] {
  const { contracts } = context;
  const { base, head } = contracts;
  const { changes, pointers } = walkContracts(context);
  // An operation that lost a reference to a parameter, for example, does not mean the same as before.
  const changed = new Set(changes.flatMap(({ operations }) => operations));
  const reported = [
    ...pointers.flatMap((at) => [base.originOf(at), head.originOf(at)]),
    ...head.operations.flatMap((one) => (changed.has(idOf(one)) ? [one.at] : [])),
  ];
  return [...changes, ...rewrites(contracts, reported)];
}

/** Adds the position and the affected operations, and lowers the ratings if all of those are experimental. */
function complete(
  { isSecurityChange = false, ...change }: Change,
  { base, head }: Contracts,
): ReviewedChange & Pick<Change, 'clue'> {
  const operations = change.operations ?? [
    ...new Set(
      [base, head].flatMap((contract) => operationsUsing(contract, change.pointer).map(idOf)),
    ),
  ];
  const reviewed = {
    ...change,
    ...(change.side === 'base' ? base : head).locate(change.pointer),
    ...(change.side === 'base' && { headPlace: head.locate(change.pointer) }),
    fingerprint: fingerprintOf(change),
    isSecurityChange,
    operations,
  };
  // The stability in the base counts, because clients rely on it.
  const published = base.operations.filter((one) => operations.includes(idOf(one)));
  const isExperimental =
    published.length > 0 && published.every(({ stability }) => stability === 'experimental');
  if (levelOf(change) !== 'major' || !isExperimental || isSecurityChange) return reviewed;
  return {
    ...reviewed,
    wire: atMost('minor', change.wire),
    source: atMost('minor', change.source),
    why: `${change.why} This is not breaking, because ${operations.join(', ')} is experimental.`,
  };
}

function fingerprintOf({ side, pointer, message }: Change): string {
  return createHash('sha256')
    .update(JSON.stringify([side, pointer, message]))
    .digest('hex')
    .slice(0, 12);
}

/** Breaking changes first, and those of the wire before those of the source. */
function severityOf(change: ReviewedChange): number {
  const [level, wire] = [levelOf(change), change.wire].map((name) => LEVELS.indexOf(name));
  return (level ?? 0) * LEVELS.length + (wire ?? 0);
}
