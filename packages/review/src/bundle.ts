// `npm run spec -- bundle`: prints the whole contract as one document, with the parts that the build adds, for other tools.
import { bundleContract, formatProblem } from '@animal-store/spec';
import { stringify } from 'yaml';
import { CONTRACT_FILE, userPath } from './repository.js';
import { runCommand } from './run-command.js';

await runCommand('bundle [FILE]', {}, async (_values, file) => {
  const path = file ? userPath(file) : CONTRACT_FILE;
  const { bundle, problems } = await bundleContract(path);
  for (const problem of problems) console.error(formatProblem(problem));
  if (bundle === undefined) return 1;
  process.stdout.write(stringify(bundle.document, { aliasDuplicateObjects: false, lineWidth: 0 }));
  return 0;
});
