// Owns the words of the reference page: dates, spans of time, numbers, and what they say about an operation or a key.

/** `2030-12-05` as `5 December 2030`. */
export function longDate(day) {
  const options = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' };
  return new Intl.DateTimeFormat('en-GB', options).format(new Date(day));
}

/** 300 as `5 minutes`: the largest unit that leaves no remainder. */
export function span(seconds) {
  for (const [unit, size] of [
    ['hour', 3600],
    ['minute', 60],
  ]) {
    if (seconds >= size && seconds % size === 0) return count(seconds / size, unit);
  }
  return count(seconds, 'second');
}

/** 100000 as `100,000`. */
export function number(value) {
  return new Intl.NumberFormat('en-US').format(value);
}

/** What a deprecated operation says of itself; undefined for any other. `operation` is as in the contract. */
export function deprecation(operation) {
  if (operation.deprecated !== true) return undefined;
  const since = operation['x-deprecated-since'];
  const sunset = operation['x-deprecated-sunset'];
  const successor = operation['x-deprecated-successor'];
  return [
    since === undefined ? 'Deprecated' : `Deprecated since ${since}`,
    sunset === undefined ? undefined : `may be gone from ${longDate(sunset)}`,
    successor === undefined ? undefined : `use ${successor}`,
  ]
    .filter((part) => part !== undefined)
    .join(', ');
}

/** The rule by which a key is banned, from the contract's numbers. */
export function banRule({ refusalsPerMinute, seconds, maxSeconds }) {
  return (
    `A key that is refused ${count(refusalsPerMinute, 'time')} within one UTC minute is banned for ${span(seconds)}. ` +
    `Each further ban of the same UTC day lasts twice as long as the one before, at most ${span(maxSeconds)}.`
  );
}

function count(amount, unit) {
  return `${number(amount)} ${unit}${amount === 1 ? '' : 's'}`;
}
