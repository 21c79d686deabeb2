// Texts of the API reference page: dates, durations, numbers, deprecation notices, the ban rule, and `code` in a text.

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
export function formatDate(day) {
  return LONG_DATE.format(new Date(day));
}

/**
 * Formats 300 as `5 minutes`, in the largest unit without a remainder.
 * @param {number} seconds
 */
function formatDuration(seconds) {
  for (const [unit, size] of UNITS) {
    if (seconds >= size && seconds % size === 0) return count(seconds / size, unit);
  }
  return count(seconds, 'second');
}

/**
 * Formats 100000 as `100,000`.
 * @param {number} value
 */
export function formatNumber(value) {
  return new Intl.NumberFormat('en-US').format(value);
}

/**
 * The deprecation notice of an operation; undefined if it is not deprecated.
 * @param {Partial<import('@animal-store/contract').Operation>} operation As in the contract.
 * @param {string | undefined} successorPath Method and path of its successor.
 */
export function deprecation(operation, successorPath) {
  if (operation.deprecated !== true) return undefined;
  const since = operation['x-deprecated-since'];
  const sunset = operation['x-deprecated-sunset'];
  const successor = operation['x-deprecated-successor'];
  return [
    since === undefined ? 'Deprecated.' : `Deprecated since ${formatDate(since)}.`,
    sunset === undefined ? undefined : `May be removed on or after ${formatDate(sunset)}.`,
    successor === undefined
      ? undefined
      : `Use ${successor}${successorPath === undefined ? '' : ` (${successorPath})`} instead.`,
  ]
    .filter((sentence) => sentence !== undefined)
    .join(' ');
}

/**
 * Describes when a key is banned and for how long.
 * @param {import('@animal-store/contract').BanPolicy} policy
 */
export function banRule({ refusalsPerMinute, seconds, maxSeconds }) {
  return (
    `A key with ${count(refusalsPerMinute, 'refused request')} within one UTC minute is banned for ${formatDuration(seconds)}. ` +
    `Each further ban on the same UTC day lasts twice as long as the previous one, up to ${formatDuration(maxSeconds)}.`
  );
}

/**
 * @param {number} amount
 * @param {string} unit
 */
function count(amount, unit) {
  return `${formatNumber(amount)} ${unit}${amount === 1 ? '' : 's'}`;
}

/**
 * Text in which `code` is marked, as in Markdown.
 * @param {import('./swagger-ui.js').React['createElement']} h
 * @param {string} source
 */
export function inlineCode(h, source) {
  return source
    .split('`')
    .map((part, index) => (index % 2 === 1 ? h('code', { key: index }, part) : part));
}
