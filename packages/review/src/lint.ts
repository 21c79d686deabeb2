// `npm run spec:lint [-- FILE]`: the faults of the contract, a line each, as openapi.yaml:LINE:COL rule-name message.
import { resolve } from 'node:path';
import { CONTRACT_FILE, renderFault } from './contract.js';
import { lintContract } from './lint-contract.js';

const [file] = process.argv.slice(2);
const path = file ? resolve(process.env.INIT_CWD ?? '.', file) : CONTRACT_FILE;
const faults = await lintContract(path, () => new Date());
for (const fault of faults) console.log(renderFault(fault));
console.log(summary(faults.length));
process.exitCode = faults.length === 0 ? 0 : 1;

function summary(count: number): string {
  if (count === 0) return 'The contract has no faults.';
  return count === 1 ? '1 fault.' : `${count} faults.`;
}
