// What the user can fix, and the files and dates that the user names.
import { readFile } from 'node:fs/promises';
import { isCalendarDate, toCalendarDate } from '@animal-store/spec/calendar-date';
import { getIn } from '@animal-store/spec/json';

/** Commands print its message without a stack. */
export class UserError extends Error {}

/**
 * The text of a file; undefined if it does not exist.
 * @param name the file as the error names it. @throws UserError if the file cannot be read.
 */
export async function readText(path: string, name: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const code = getIn(error, 'code');
    if (code === 'ENOENT') return undefined;
    throw new UserError(`${name} cannot be read (${code}).`);
  }
}

/** The UTC date, or that of the option `--today`. @throws UserError naming the value if it is no date. */
export function readToday(option: string | undefined): string {
  if (option === undefined) return toCalendarDate(new Date());
  if (isCalendarDate(option)) return option;
  throw new UserError(`--today must be a calendar date such as 2030-12-05 (got "${option}").`);
}
