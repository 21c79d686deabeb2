// Options of spec diff and spec impact.
import { resolve } from 'node:path';
import { readUsage, type Usage } from './decision/usage-file.js';
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
  // npm runs scripts in the package's folder; INIT_CWD is the folder in which the user called npm.
  const path = resolve(process.env.INIT_CWD ?? '.', values.usage);
  return { usage: await readUsage(path, values.usage), today };
}
