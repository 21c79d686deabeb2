// `npm run spec -- impact`: prints how the contract's changes since BASE affect clients, the SDK and the server, as Markdown.
import { compareWithBase, REVIEW_OPTIONS } from './base/compare-with-base.js';
import { runCommand } from './run-command.js';

const USAGE = 'impact [BASE] [--usage FILE] [--today DATE]';

await runCommand(USAGE, REVIEW_OPTIONS, async (values, requested) => {
  const report = await compareWithBase(values, requested, async (review) => {
    const { impactReport } = await import('./impact/impact-report.js'); // loads the compiler during the comparison
    return impactReport(review);
  });
  console.log(report);
  return 0;
});
