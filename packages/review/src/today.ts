// Today, as the commands take it: the UTC date, or that of the option `--today`.
import { isCalendarDate, toCalendarDate } from '@animal-store/openapi-tools/calendar-date';
import { UserError } from './user-error.js';

/** @throws UserError naming the value if it is no date. */
export function readToday(option: string | undefined): string {
  if (option === undefined) return toCalendarDate(new Date());
  if (isCalendarDate(option)) return option;
  throw new UserError(`--today must be a calendar date such as 2030-12-05 (got "${option}").`);
}
