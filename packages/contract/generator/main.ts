// Build step `generate`: checks openapi.yaml, then writes its types, its bundled document and constants derived from it.
import { basename } from 'node:path';
import { generate } from './generate.js';

const [source, target, option] = process.argv.slice(2);
if (!source || !target || (option !== undefined && option !== '--published')) {
  console.error('usage: generate OPENAPI_YAML TARGET_FOLDER [--published]');
  process.exit(2);
}

const { problems } = await generate(source, target, { isPublished: option === '--published' });
if (problems.length > 0) {
  console.error(
    `${basename(source)} is not a valid contract:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
  );
  process.exitCode = 1;
}
