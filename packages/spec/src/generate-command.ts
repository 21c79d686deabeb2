// `generate-contract CONTRACT FOLDER`: checks a contract, then writes its types, its document, and what server and SDK know of it.
import { basename } from 'node:path';
import { generate } from './generate.js';

const [source, target] = process.argv.slice(2);
if (!source || !target) {
  console.error('usage: generate-contract CONTRACT FOLDER');
  process.exit(2);
}

const { problems } = await generate(source, target);
if (problems.length > 0) {
  console.error(
    `${basename(source)} is not a valid contract:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
  );
  process.exitCode = 1;
}
