// Decision about the changes of a contract. The comparison rates them; this step says which breaking ones may pass.
//
//   admitted     each breaking change is approved in the policy, or called by no key, or shown by no message, if the policy admits that,
//                or info.version has a new major version
//   announced    a changeset announces the major version that the next release then gets, or info.version has it already
//   admissible   everything breaking is both, and info.version does not decrease
import { isDowngrade, isMajorStep, type Level, levelOf } from '../diff/change.js';
import type { Comparison, ReviewedChange } from '../diff/compare.js';
import { isInSchema } from '../witness/targets.js';
import { type Callers, callersOf, doubtOf } from './callers.js';
import type { Approval, Policy } from './policy.js';
import type { Usage } from './usage-file.js';

export interface DecisionContext {
  /** The highest level that a changeset announces for the next release. */
  announced: Level | undefined;
  policy: Policy;
  /** Undefined without --usage. */
  usage: Usage | undefined;
  /** The UTC date, as YYYY-MM-DD. */
  today: string;
}

export interface Admission {
  by: 'approval' | 'version' | 'unused' | 'unshown';
  reason: string;
}

/** The last properties are undefined for changes that break nothing. */
export interface DecidedChange extends ReviewedChange {
  /** Undefined without --usage, too. */
  callers: Callers | undefined;
  /** Undefined if the change may not pass. */
  admitted: Admission | undefined;
  /** Why it is not admitted as unused, if the policy admits unused changes at all. */
  doubt: string | undefined;
}

export interface Decision extends Omit<Comparison, 'changes'> {
  changes: DecidedChange[];
  announced: Level | undefined;
  /** Approvals of no breaking change of this comparison. */
  unmatchedApprovals: Approval[];
  admissible: boolean;
}

export function decide(comparison: Comparison, context: DecisionContext): Decision {
  const { baseVersion, headVersion } = comparison;
  const { announced, policy } = context;
  const changes = comparison.changes.map((change) => decideChange(change, comparison, context));
  const breaking = changes.filter(isBreaking);
  const isAnnounced = announced === 'major' || isMajorStep(baseVersion, headVersion);
  return {
    ...comparison,
    changes,
    announced,
    unmatchedApprovals: policy.approvals.filter(
      ({ fingerprint }) => !breaking.some((change) => change.fingerprint === fingerprint),
    ),
    admissible:
      !isDowngrade(baseVersion, headVersion) &&
      breaking.every(({ admitted }) => admitted !== undefined && isAnnounced),
  };
}

export function isBreaking(change: ReviewedChange): boolean {
  return levelOf(change) === 'major';
}

/** Whether messages were tried in vain. What is no part of a schema is not changed by the values of a message. */
function isTried({ tried = 0, pointer }: ReviewedChange): boolean {
  return tried > 0 && isInSchema(pointer);
}

function decideChange(
  change: ReviewedChange,
  { baseVersion, headVersion }: Comparison,
  { policy, usage, today }: DecisionContext,
): DecidedChange {
  if (!isBreaking(change))
    return { ...change, callers: undefined, admitted: undefined, doubt: undefined };
  const { admit, days } = policy.unusedChanges;
  const callers = usage && callersOf(change.operations, usage, days);
  const doubt = admit ? doubtOf(change, callers, { policy, today }) : undefined;
  const isUnused = admit && doubt === undefined;
  const approval = policy.approvals.find(({ fingerprint }) => fingerprint === change.fingerprint);
  const admissions: (Admission | false | undefined)[] = [
    approval && { by: 'approval', reason: approval.reason },
    isMajorStep(baseVersion, headVersion) && {
      by: 'version',
      reason: `info.version went from ${baseVersion} to ${headVersion}.`,
    },
    isUnused && { by: 'unused', reason: `No key called it in ${days} days.` },
    policy.unshownChanges.admit &&
      isTried(change) &&
      change.source !== 'major' && {
        by: 'unshown',
        reason: `None of ${change.tried} messages that were tried shows it.`,
      },
  ];
  const admitted = admissions.find((admission) => typeof admission === 'object');
  return { ...change, callers, admitted, doubt: admitted === undefined ? doubt : undefined };
}
