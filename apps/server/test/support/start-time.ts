// The time at which the clocks of tests start.

/** 2026-11-20T10:00:00Z, the start of a UTC minute. */
export const START_MS = Date.UTC(2026, 10, 20, 10);
