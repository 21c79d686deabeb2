// Rate limits of the other servers: two windows, too large for any measurement to use up.
export const PER_MINUTE = 100_000_000;
export const PER_DAY = 1_000_000_000;

export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;
