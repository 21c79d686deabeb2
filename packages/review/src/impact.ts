// `npm run spec:impact [-- BASE]`: prints how the contract's changes since BASE affect clients, the SDK and the server, as Markdown.
import { parseArgs } from 'node:util';
import { compareWithBase } from './base/compare-with-base.js';
import { impactReport } from './impact/impact-report.js';
import { atMostOne, runCommand } from './run-command.js';

await runCommand('usage: npm run spec:impact -- [BASE]', async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  console.log(await compareWithBase(atMostOne(positionals), impactReport));
  return 0;
});
