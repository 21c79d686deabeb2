// `npm run spec:impact [-- BASE]`: what the edits of the contract since BASE mean for clients, the SDK and the server, as Markdown.
import { parseArgs } from 'node:util';
import { againstBase } from './against-base.js';
import { impactReport } from './impact-report.js';
import { atMostOne, runCommand } from './run-command.js';

await runCommand('usage: npm run spec:impact -- [BASE]', async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  console.log(await againstBase(atMostOne(positionals), impactReport));
  return 0;
});
