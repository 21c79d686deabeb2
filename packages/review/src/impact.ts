// `npm run spec -- impact [BASE] [--usage FILE] [--today DATE]`: prints how the contract's changes since BASE affect clients, the SDK and the server, as Markdown.
import { parseArgs } from 'node:util';
import { compareWithBase } from './base/compare-with-base.js';
import { REVIEW_OPTIONS, readReviewOptions } from './review-options.js';
import { atMostOne, runCommand } from './run-command.js';

await runCommand('usage: npm run spec -- impact [BASE] [--usage FILE] [--today DATE]', async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: REVIEW_OPTIONS });
  const options = await readReviewOptions(values);
  const report = await compareWithBase(atMostOne(positionals), options, async (review) => {
    const { impactReport } = await import('./impact/impact-report.js'); // loads the compiler during the comparison
    return impactReport(review);
  });
  console.log(report);
  return 0;
});
