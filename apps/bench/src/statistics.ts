// Median, quantiles and ratios of samples.

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

export interface Spread {
  least: number;
  lowerQuartile: number;
  upperQuartile: number;
  most: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  return {
    least: sorted[0] ?? Number.NaN,
    lowerQuartile: quantile(sorted, 0.25),
    upperQuartile: quantile(sorted, 0.75),
    most: sorted.at(-1) ?? Number.NaN,
  };
}

/** The ratio of each round: the speed of the machine changes from round to round, and its rounds are neighbours. */
export function ratios(ours: readonly number[], theirs: readonly number[]): number[] {
  return ours.map((value, index) => value / (theirs[index] ?? Number.NaN));
}
