// Rate-limit counts: the state from which a request is decided.

/**
 * Rate-limit state of a subject: an API key or a client address. Times are whole windows since the Unix epoch, except those
 * whose name ends in `Ms`.
 */
export interface Counts {
  minute: number;
  /** Requests admitted in `minute`. */
  minuteCount: number;
  day: number;
  /** Requests admitted in `day`. */
  dayCount: number;
  /** Requests refused in `minute`, since the last ban. */
  refusals: number;
  bannedUntilMs: number;
  /** Bans that began in `day`. */
  bans: number;
  /** The last lift of bans that these counts reflect. 0: none. */
  bansLiftedMs: number;
}

export const NO_COUNTS: Counts = {
  minute: 0,
  minuteCount: 0,
  day: 0,
  dayCount: 0,
  refusals: 0,
  bannedUntilMs: 0,
  bans: 0,
  bansLiftedMs: 0,
};
