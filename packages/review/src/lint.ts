// `npm run spec:lint [-- [FILE] [--today DATE]]`: prints the problems of the contract, one line each, as openapi.yaml:LINE:COL rule-name message.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { formatProblem } from '@animal-store/openapi-tools';
import { lintContract } from './lint/lint-contract.js';
import { CONTRACT_FILE } from './repository.js';
import { atMostOne, runCommand } from './run-command.js';
import { readToday } from './today.js';

await runCommand('usage: npm run spec:lint -- [FILE] [--today DATE]', async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { today: { type: 'string' } },
  });
  const today = readToday(values.today);
  const file = atMostOne(positionals);
  // npm runs scripts in the package's folder; INIT_CWD is the folder in which the user called npm.
  const path = file ? resolve(process.env.INIT_CWD ?? '.', file) : CONTRACT_FILE;
  const problems = await lintContract(path, today);
  for (const problem of problems) console.log(formatProblem(problem));
  console.log(summary(problems.length));
  if (problems.some(({ rule }) => rule === 'parse-error')) return 2; // no rule has run
  return problems.length === 0 ? 0 : 1;
});

function summary(count: number): string {
  if (count === 0) return 'The contract has no problems.';
  return count === 1 ? '1 problem.' : `${count} problems.`;
}
