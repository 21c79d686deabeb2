// Problems of a contract, with file names relative to the repository's root.
import { findProblems as find, formatProblem, type Problem } from '@animal-store/openapi-tools';
import type { Config } from '@redocly/openapi-core';
import { relativeName } from './repository.js';
import { UserError } from './user-error.js';

/** The contract cannot be read. The message lists its problems. */
export class InvalidContractError extends UserError {
  constructor(readonly problems: Problem[]) {
    super(problems.map(formatProblem).join('\n'));
  }
}

/**
 * Every problem that the rules of `config` report, in the order of the file.
 * @param isIgnored whether to drop what a rule reports at a JSON Pointer.
 */
export function findProblems(
  file: string,
  config: Config,
  isIgnored: (rule: string, pointer: string) => boolean = () => false,
): Promise<Problem[]> {
  return find(file, { config, nameOf: relativeName, isIgnored });
}
