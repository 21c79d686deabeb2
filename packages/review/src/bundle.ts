// `npm run spec -- bundle [FILE]`: prints the whole contract as one document, with the parts that the build adds, for other tools.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { bundleContract, formatProblem } from '@animal-store/openapi-tools';
import { stringify } from 'yaml';
import { CONTRACT_FILE } from './repository.js';
import { atMostOne, runCommand } from './run-command.js';

await runCommand('usage: npm run spec -- bundle [FILE]', async () => {
  const file = atMostOne(parseArgs({ allowPositionals: true }).positionals);
  // npm runs scripts in the package's folder; INIT_CWD is the folder in which the user called npm.
  const path = file ? resolve(process.env.INIT_CWD ?? '.', file) : CONTRACT_FILE;
  const { bundle, problems } = await bundleContract(path);
  for (const problem of problems) console.error(formatProblem(problem));
  if (bundle === undefined) return 1;
  process.stdout.write(stringify(bundle.document, { aliasDuplicateObjects: false, lineWidth: 0 }));
  return 0;
});
