// `npm run spec -- lint [FILE] [--today DATE] [--fix]`: prints the problems of the contract, one line each, as openapi.yaml:LINE:COL rule-name message.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { formatProblem } from '@animal-store/openapi-tools';
import { fixProblems } from './lint/fix-problems.js';
import { lintContract } from './lint/lint-contract.js';
import { CONTRACT_FILE, REPOSITORY, userPath } from './repository.js';
import { atMostOne, runCommand } from './run-command.js';
import { readToday } from './user-input.js';

await runCommand('usage: npm run spec -- lint [FILE] [--today DATE] [--fix]', async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { today: { type: 'string' }, fix: { type: 'boolean' } },
  });
  const today = readToday(values.today);
  const file = atMostOne(positionals);
  const path = file ? userPath(file) : CONTRACT_FILE;
  let problems = await lintContract(path, today);
  const fixed = values.fix ? await fixProblems(problems, (name) => resolve(REPOSITORY, name)) : 0;
  if (fixed > 0) {
    console.log(`Fixed ${fixed} of ${problems.length} problems.`);
    problems = await lintContract(path, today);
  }
  for (const problem of problems) console.log(formatProblem(problem));
  const errors = problems.filter(({ isWarning }) => !isWarning);
  console.log(summary(errors.length));
  if (errors.some(({ rule }) => rule === 'parse-error')) return 2; // no rule has run
  return errors.length === 0 ? 0 : 1;
});

function summary(count: number): string {
  if (count === 0) return 'The contract has no problems.';
  return count === 1 ? '1 problem.' : `${count} problems.`;
}
