// Calendar dates as the contract writes them: `2030-12-05`.

/** Whether the value is a date that exists; `2030-02-30` does not. */
export function isCalendarDate(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(value);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}
