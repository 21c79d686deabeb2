// `npm run spec:diff [-- BASE] [--markdown | --json]`: what changed in the contract since BASE; fails if clients break unannounced.
import { parseArgs } from 'node:util';
import { againstBase } from './against-base.js';
import { FORMATS } from './report.js';
import { atMostOne, runCommand, Usage } from './run-command.js';

await runCommand('usage: npm run spec:diff -- [BASE] [--markdown | --json]', async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { markdown: { type: 'boolean' }, json: { type: 'boolean' } },
  });
  if (values.json && values.markdown)
    throw new Usage('--markdown and --json are two formats: take one.');
  const render = values.json ? FORMATS.json : values.markdown ? FORMATS.markdown : FORMATS.terminal;
  return againstBase(atMostOne(positionals), async ({ comparison, base }) => {
    console.log(render(comparison, base));
    return comparison.admissible ? 0 : 1;
  });
});
