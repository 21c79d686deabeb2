// `npm run spec:diff [-- [BASE] [--markdown | --json]]`: prints the contract's changes since BASE; fails on unannounced breaking changes.
import { parseArgs } from 'node:util';
import { compareWithBase } from './base/compare-with-base.js';
import { FORMATS } from './diff/report.js';
import { atMostOne, runCommand, UsageError } from './run-command.js';

await runCommand('usage: npm run spec:diff -- [BASE] [--markdown | --json]', async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { markdown: { type: 'boolean' }, json: { type: 'boolean' } },
  });
  if (values.json && values.markdown)
    throw new UsageError('--markdown and --json cannot be combined.');
  const render = values.json ? FORMATS.json : values.markdown ? FORMATS.markdown : FORMATS.terminal;
  return compareWithBase(atMostOne(positionals), async ({ comparison, base }) => {
    console.log(render(comparison, base));
    return comparison.admissible ? 0 : 1;
  });
});
