// Problems of a contract, with file names relative to the repository's root.
import { formatProblem, type Problem } from '@animal-store/openapi-tools';
import { UserError } from './user-error.js';

/** The contract cannot be read. The message lists its problems, below a heading if there is one. */
export class InvalidContractError extends UserError {
  constructor(
    readonly problems: Problem[],
    heading?: string,
  ) {
    super([...(heading === undefined ? [] : [heading]), ...problems.map(formatProblem)].join('\n'));
  }
}
