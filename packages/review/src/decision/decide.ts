// Decision about the changes of a contract. The comparison rates them; this step says which breaking ones may pass.
//
//   admitted     each breaking change is approved in the policy, or info.version has a new major version
//   announced    a changeset announces the major version that the next release then gets, or info.version has it already
//   admissible   everything breaking is both, and info.version does not decrease
import { isDowngrade, isMajorStep, type Level, levelOf } from '../diff/change.js';
import type { Comparison, ReviewedChange } from '../diff/compare.js';
import { type Callers, callersOf } from './callers.js';
import type { Approval, Policy } from './policy.js';
import type { Usage } from './usage-file.js';

export interface DecisionContext {
  /** The highest level that a changeset announces for the next release. */
  announced: Level | undefined;
  policy: Policy;
  /** Undefined without --usage. */
  usage: Usage | undefined;
}

interface Admission {
  by: 'approval' | 'version';
  reason: string;
}

/** The last properties are undefined for changes that break nothing. */
export interface DecidedChange extends ReviewedChange {
  /** Undefined without --usage, too. */
  callers: Callers | undefined;
  /** Undefined if the change may not pass. */
  admitted: Admission | undefined;
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

function decideChange(
  change: ReviewedChange,
  { baseVersion, headVersion }: Comparison,
  { policy, usage }: DecisionContext,
): DecidedChange {
  if (!isBreaking(change)) return { ...change, callers: undefined, admitted: undefined };
  const callers = usage && callersOf(change.operations, usage);
  const approval = policy.approvals.find(({ fingerprint }) => fingerprint === change.fingerprint);
  if (approval !== undefined)
    return { ...change, callers, admitted: { by: 'approval', reason: approval.reason } };
  const reason = `info.version went from ${baseVersion} to ${headVersion}.`;
  const isNewMajor = isMajorStep(baseVersion, headVersion);
  return { ...change, callers, admitted: isNewMajor ? { by: 'version', reason } : undefined };
}
