// Texts of the API reference page: dates, durations, numbers, deprecation notices, and the ban rule.

const LONG_DATE = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
/** @type {readonly (readonly [unit: string, seconds: number])[]} */
const UNITS = [
  ['hour', 3600],
  ['minute', 60],
];

/**
 * Formats `2030-12-05` as `5 December 2030`.
 * @param {string} day
 */
export function longDate(day) {
  return LONG_DATE.format(new Date(day));
}

/**
 * Formats 300 as `5 minutes`, in the largest unit without a remainder.
 * @param {number} seconds
 */
export function span(seconds) {
  for (const [unit, size] of UNITS) {
    if (seconds >= size && seconds % size === 0) return count(seconds / size, unit);
  }
  return count(seconds, 'second');
}

/**
 * Formats 100000 as `100,000`.
 * @param {number} value
 */
export function number(value) {
  return new Intl.NumberFormat('en-US').format(value);
}

/**
 * The deprecation notice of an operation; undefined if it is not deprecated.
 * @param {Partial<import('@animal-store/contract').Operation>} operation As in the contract.
 * @param {string | undefined} successorPath The method and path of its successor.
 */
export function deprecation(operation, successorPath) {
  if (operation.deprecated !== true) return undefined;
  const since = operation['x-deprecated-since'];
  const sunset = operation['x-deprecated-sunset'];
  const successor = operation['x-deprecated-successor'];
  return [
    since === undefined ? 'Deprecated' : `Deprecated since ${longDate(since)}`,
    sunset === undefined ? undefined : `may be gone from ${longDate(sunset)}`,
    successor === undefined
      ? undefined
      : `use ${successor}${successorPath === undefined ? '' : ` (${successorPath})`}`,
  ]
    .filter((part) => part !== undefined)
    .join(', ');
}

/**
 * Describes when a key is banned and for how long.
 * @param {import('@animal-store/contract').BanPolicy} policy
 */
export function banRule({ refusalsPerMinute, seconds, maxSeconds }) {
  return (
    `A key that is refused ${count(refusalsPerMinute, 'time')} within one UTC minute is banned for ${span(seconds)}. ` +
    `Each further ban of the same UTC day lasts twice as long as the one before, at most ${span(maxSeconds)}.`
  );
}

/**
 * @param {number} amount
 * @param {string} unit
 */
function count(amount, unit) {
  return `${number(amount)} ${unit}${amount === 1 ? '' : 's'}`;
}
