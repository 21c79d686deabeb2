// `npm run spec:lint [-- FILE]`: the faults of the contract, a line each, as openapi.yaml:LINE:COL rule-name message.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { renderFault } from './fault.js';
import { lintContract } from './lint-contract.js';
import { CONTRACT_FILE } from './repository.js';
import { atMostOne, runCommand } from './run-command.js';

await runCommand('usage: npm run spec:lint -- [FILE]', async () => {
  const file = atMostOne(parseArgs({ allowPositionals: true }).positionals);
  // npm starts its scripts in the package's folder, and says where it was called.
  const path = file ? resolve(process.env.INIT_CWD ?? '.', file) : CONTRACT_FILE;
  const faults = await lintContract(path, () => new Date());
  for (const fault of faults) console.log(renderFault(fault));
  console.log(summary(faults.length));
  return faults.length === 0 ? 0 : 1;
});

function summary(count: number): string {
  if (count === 0) return 'The contract has no faults.';
  return count === 1 ? '1 fault.' : `${count} faults.`;
}
