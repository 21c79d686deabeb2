// Median, quantile and ratio of samples.

/** @param sorted Ascending. */
export function quantile(sorted: readonly number[], share: number): number {
  const place = Math.min(sorted.length - 1, Math.floor(sorted.length * share));
  return sorted[place] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = Number.NaN, high = Number.NaN] = [sorted[middle - 1], sorted[middle]];
  return sorted.length % 2 === 1 ? high : (low + high) / 2;
}

/** The ratio of the medians, and the smallest and largest ratio of a round. */
export function compare(ours: readonly number[], theirs: readonly number[]) {
  const pairs = ours.map((value, index) => value / (theirs[index] ?? Number.NaN));
  return {
    ratio: median(ours) / median(theirs),
    least: Math.min(...pairs),
    most: Math.max(...pairs),
  };
}
