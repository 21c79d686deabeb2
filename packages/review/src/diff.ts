// `npm run spec:diff [-- BASE] [--markdown | --json]`: what changed in the contract since BASE; fails if clients break unannounced.
import { parseArgs } from 'node:util';
import { againstBase, describeBase } from './against-base.js';
import { compare } from './compare.js';
import { BrokenContract } from './contract.js';
import { FORMATS } from './report.js';
import { NoBase } from './revision.js';

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { markdown: { type: 'boolean' }, json: { type: 'boolean' } },
  });
  const render = values.json ? FORMATS.json : values.markdown ? FORMATS.markdown : FORMATS.terminal;
  process.exitCode = await againstBase(positionals[0], async (baseFile, headFile, base) => {
    const comparison = await compare(baseFile, headFile);
    console.log(render(comparison, describeBase(base)));
    return comparison.admissible ? 0 : 1;
  });
} catch (error) {
  const expected = error instanceof BrokenContract || error instanceof NoBase || isUsage(error);
  if (!expected) throw error;
  console.error(error.message);
  process.exitCode = 2;
}

function isUsage(error: unknown): error is Error {
  return (
    error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  );
}
