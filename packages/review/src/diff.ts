// `npm run spec -- diff [BASE] [--usage FILE] [--today DATE] [--markdown | --json | --annotations]`: prints the contract's changes since BASE;
// fails on breaking changes that are not approved and announced.
import { parseArgs } from 'node:util';
import { compareWithBase } from './base/compare-with-base.js';
import { FORMATS } from './diff/report.js';
import { REVIEW_OPTIONS, readReviewOptions } from './review-options.js';
import { atMostOne, runCommand, UsageError } from './run-command.js';

const USAGE =
  'usage: npm run spec -- diff [BASE] [--usage FILE] [--today DATE] [--markdown | --json | --annotations]';
const OPTIONAL_FORMATS = ['markdown', 'json', 'annotations'] as const;

await runCommand(USAGE, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      ...REVIEW_OPTIONS,
      markdown: { type: 'boolean' },
      json: { type: 'boolean' },
      annotations: { type: 'boolean' },
    },
  });
  const [format = 'terminal', other] = OPTIONAL_FORMATS.filter((name) => values[name]);
  if (other !== undefined) throw new UsageError(`--${format} and --${other} cannot be combined.`);
  return compareWithBase(
    atMostOne(positionals),
    await readReviewOptions(values),
    async ({ comparison, base }) => {
      const decision = await comparison;
      console.log(FORMATS[format](decision, base));
      return decision.admissible ? 0 : 1;
    },
  );
});
