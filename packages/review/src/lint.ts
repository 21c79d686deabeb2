// `npm run spec -- lint`: prints the problems of the contract, one line each, as openapi.yaml:LINE:COL rule-name message.
import { resolve } from 'node:path';
import { formatProblem } from '@animal-store/spec';
import { fixProblems } from './lint/fix-problems.js';
import { lintContract } from './lint/lint-contract.js';
import { CONTRACT_FILE, REPOSITORY, userPath } from './repository.js';
import { runCommand } from './run-command.js';
import { readToday } from './user-input.js';

const OPTIONS = { today: { type: 'string' }, fix: { type: 'boolean' } } as const;

await runCommand('lint [FILE] [--today DATE] [--fix]', OPTIONS, async (values, file) => {
  const today = readToday(values.today);
  const path = file ? userPath(file) : CONTRACT_FILE;
  let problems = await lintContract(path, today);
  const fixed = values.fix ? await fixProblems(problems, (name) => resolve(REPOSITORY, name)) : 0;
  if (fixed > 0) {
    console.log(`Fixed ${fixed} of ${problems.length} problems.`);
    problems = await lintContract(path, today);
  }
  for (const problem of problems) console.log(formatProblem(problem));
  const errors = problems.filter(({ isWarning }) => !isWarning);
  const count = errors.length === 1 ? '1 problem.' : `${errors.length} problems.`;
  console.log(errors.length === 0 ? 'The contract has no problems.' : count);
  if (errors.some(({ rule }) => rule === 'parse-error')) return 2; // no rule has run
  return errors.length === 0 ? 0 : 1;
});
