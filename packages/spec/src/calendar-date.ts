// Calendar dates as the contract writes them: `2030-12-05`. Their order is that of their texts.

const DAY_MS = 86_400_000;
const LAST_MS = Date.UTC(9999, 11, 31);

/** Whether the value is a date that exists; `2030-02-30` does not. */
export function isCalendarDate(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(value);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

/** The date some days later, 9999-12-31 at most. */
export function addDays(date: string, days: number): string {
  return toCalendarDate(new Date(Math.min(Date.parse(date) + days * DAY_MS, LAST_MS)));
}

/** The UTC date of a time. */
export function toCalendarDate(time: Date): string {
  return time.toISOString().slice(0, 10);
}
