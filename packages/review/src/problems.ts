// Problems of a contract, with file names relative to the repository's root.
import { formatProblem, type Problem } from '@animal-store/openapi-tools';
import { UserError } from './user-error.js';

/** The contract cannot be read. The message lists its problems. */
export class InvalidContractError extends UserError {
  constructor(readonly problems: Problem[]) {
    super(problems.map(formatProblem).join('\n'));
  }
}
