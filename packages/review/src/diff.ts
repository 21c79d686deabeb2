// `npm run spec -- diff [BASE] [--usage FILE] [--today DATE] [--markdown | --json | --annotations]`: prints the contract's changes since BASE;
// fails on breaking changes that are not approved and announced.
import { parseArgs } from 'node:util';
import { compareWithBase, REVIEW_OPTIONS } from './base/compare-with-base.js';
import { FORMATS } from './diff/report.js';
import { runCommand, UsageError } from './run-command.js';

const USAGE =
  'usage: npm run spec -- diff [BASE] [--usage FILE] [--today DATE] [--markdown | --json | --annotations]';
const OPTIONAL_FORMATS = ['markdown', 'json', 'annotations'] as const;

await runCommand(USAGE, async () => {
  const args = parseArgs({
    allowPositionals: true,
    options: {
      ...REVIEW_OPTIONS,
      markdown: { type: 'boolean' },
      json: { type: 'boolean' },
      annotations: { type: 'boolean' },
    },
  });
  const [format = 'terminal', other] = OPTIONAL_FORMATS.filter((name) => args.values[name]);
  if (other !== undefined) throw new UsageError(`--${format} and --${other} cannot be combined.`);
  return compareWithBase(args, async ({ comparison, base }) => {
    const decision = await comparison;
    console.log(FORMATS[format](decision, base));
    return decision.admissible ? 0 : 1;
  });
});
