// Durations as command-line options: `30s`, `15m`, `24h`, `7d`.

const UNIT_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** @returns Milliseconds, or undefined if the text is not a duration. */
export function parseDuration(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (amount === undefined || !isUnit(unit)) return undefined;
  return Number(amount) * UNIT_MS[unit];
}

function isUnit(unit: string | undefined): unit is keyof typeof UNIT_MS {
  return unit !== undefined && unit in UNIT_MS;
}
