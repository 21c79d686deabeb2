// Options of spec diff and spec impact.
import { readUsage, type Usage } from './decision/usage-file.js';
import { userPath } from './repository.js';
import { readToday } from './today.js';

export const REVIEW_OPTIONS = { usage: { type: 'string' }, today: { type: 'string' } } as const;

export interface ReviewOptions {
  /** Undefined without --usage. */
  usage: Usage | undefined;
  /** The UTC date, as YYYY-MM-DD. */
  today: string;
}

/** @throws UserError of one line. */
export async function readReviewOptions(values: {
  usage?: string;
  today?: string;
}): Promise<ReviewOptions> {
  const today = readToday(values.today);
  if (values.usage === undefined) return { usage: undefined, today };
  return { usage: await readUsage(userPath(values.usage), values.usage), today };
}
