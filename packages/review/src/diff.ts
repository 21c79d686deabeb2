// `npm run spec -- diff`: prints the contract's changes since BASE; fails on breaking changes that are not approved and announced.
import { compareWithBase, REVIEW_OPTIONS } from './base/compare-with-base.js';
import { FORMATS } from './decision/report.js';
import { runCommand, UsageError } from './run-command.js';

const USAGE = 'diff [BASE] [--usage FILE] [--today DATE] [--markdown | --json | --annotations]';
const FLAG = { type: 'boolean' } as const;
const OPTIONS = { ...REVIEW_OPTIONS, markdown: FLAG, json: FLAG, annotations: FLAG };

await runCommand(USAGE, OPTIONS, async (values, requested) => {
  const formats = (['markdown', 'json', 'annotations'] as const).filter((name) => values[name]);
  const [format = 'terminal', other] = formats;
  if (other !== undefined) throw new UsageError(`--${format} and --${other} cannot be combined.`);
  const { decision, base } = await compareWithBase(values, requested);
  console.log(FORMATS[format](decision, base));
  return decision.admissible ? 0 : 1;
});
