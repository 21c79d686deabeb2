// `npm run spec -- impact [BASE] [--usage FILE] [--today DATE]`: prints how the contract's changes since BASE affect clients, the SDK and the server, as Markdown.
import { parseArgs } from 'node:util';
import { compareWithBase, REVIEW_OPTIONS } from './base/compare-with-base.js';
import { runCommand } from './run-command.js';

await runCommand('usage: npm run spec -- impact [BASE] [--usage FILE] [--today DATE]', async () => {
  const args = parseArgs({ allowPositionals: true, options: REVIEW_OPTIONS });
  const report = await compareWithBase(args, async (review) => {
    const { impactReport } = await import('./impact/impact-report.js'); // loads the compiler during the comparison
    return impactReport(review);
  });
  console.log(report);
  return 0;
});
