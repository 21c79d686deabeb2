// Texts of the reference: numbers and durations.

const UNITS = [
  ['hour', 3600],
  ['minute', 60],
] as const;

/** Formats 300 as `5 minutes`, in the largest unit without a remainder. */
export function formatDuration(seconds: number): string {
  const [unit, size] = UNITS.find(([, size]) => seconds % size === 0) ?? ['second', 1];
  return count(seconds / size, unit);
}

/** `1 property`, `2 properties`. */
export function count(amount: number, unit: string): string {
  const units = unit.endsWith('y') ? `${unit.slice(0, -1)}ies` : `${unit}s`;
  return `${amount} ${amount === 1 ? unit : units}`;
}
