// Texts of the reference: dates, numbers, and the ban rule.
import type { BanPolicy } from '@animal-store/contract';

const LONG_DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const UNITS = [
  ['hour', 3600],
  ['minute', 60],
] as const;

/** Formats `2030-12-05` as `5 December 2030`. */
export function formatDate(day: string): string {
  return LONG_DATE.format(new Date(day));
}

/** Formats 100000 as `100,000`. */
export function formatNumber(value: number): string {
  return new Intl.NumberFormat('en-US').format(value);
}

/** Formats 300 as `5 minutes`, in the largest unit without a remainder. */
export function formatDuration(seconds: number): string {
  for (const [unit, size] of UNITS)
    if (seconds >= size && seconds % size === 0) return count(seconds / size, unit);
  return count(seconds, 'second');
}

/** When a key is banned, and for how long. */
export function banRule({ refusalsPerMinute, seconds, maxSeconds }: BanPolicy): string {
  return (
    `A key with ${count(refusalsPerMinute, 'refused request')} within one UTC minute is banned for ${formatDuration(seconds)}. ` +
    `Each further ban on the same UTC day lasts twice as long as the previous one, up to ${formatDuration(maxSeconds)}.`
  );
}

function count(amount: number, unit: string): string {
  return `${formatNumber(amount)} ${unit}${amount === 1 ? '' : 's'}`;
}
