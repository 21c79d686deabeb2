// `npm run spec:lint [-- FILE]`: prints the problems of the contract, one line each, as openapi.yaml:LINE:COL rule-name message.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { formatProblem } from '@animal-store/openapi-tools';
import { lintContract } from './lint/lint-contract.js';
import { CONTRACT_FILE } from './repository.js';
import { atMostOne, runCommand } from './run-command.js';

await runCommand('usage: npm run spec:lint -- [FILE]', async () => {
  const file = atMostOne(parseArgs({ allowPositionals: true }).positionals);
  // npm runs scripts in the package's folder; INIT_CWD is the folder in which the user called npm.
  const path = file ? resolve(process.env.INIT_CWD ?? '.', file) : CONTRACT_FILE;
  const problems = await lintContract(path, () => new Date());
  for (const problem of problems) console.log(formatProblem(problem));
  console.log(summary(problems.length));
  return problems.length === 0 ? 0 : 1;
});

function summary(count: number): string {
  if (count === 0) return 'The contract has no problems.';
  return count === 1 ? '1 problem.' : `${count} problems.`;
}
