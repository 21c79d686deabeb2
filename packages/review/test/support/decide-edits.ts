// Decisions about edited contracts.
import {
  type Decision,
  type DecisionContext,
  decide,
  isBreaking,
} from '../../src/decision/decide.js';
import { type Approval, parsePolicy } from '../../src/decision/policy.js';
import { compareEdits, type Edit } from './edit-contract.js';

/** No changeset, no usage and the default policy. */
export const UNDECIDED: DecisionContext = {
  announced: undefined,
  policy: parsePolicy(''),
  usage: undefined,
};

export async function decideEdits(
  before: Edit,
  after: Edit,
  { approvals = [], ...context }: Partial<DecisionContext> & { approvals?: Approval[] } = {},
): Promise<Decision> {
  const policy = { ...UNDECIDED.policy, approvals };
  return decide(await compareEdits(before, after), { ...UNDECIDED, policy, ...context });
}

/** An approval of every breaking change of an edit. */
export async function approvalOf(edit: Edit, reason = 'Agreed.'): Promise<Approval[]> {
  const { changes } = await compareEdits(() => {}, edit);
  return changes
    .filter(isBreaking)
    .map(({ fingerprint }) => ({ fingerprint, reason, line: 7, column: 5 }));
}
