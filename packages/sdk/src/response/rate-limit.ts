// Rate-limit headers: quota and Retry-After.
import { readHeader } from './headers.js';

/** The caller's quota, as reported by a response. */
export interface RateLimit {
  /** Requests allowed in the tightest window, the one with the fewest requests remaining. */
  limit: number;
  /** Requests remaining in that window. */
  remaining: number;
  /** When that window resets, in Unix seconds by the service's clock. */
  reset: number;
  minute: RateLimitWindow;
  day: RateLimitWindow;
}

/** One window of the quota: the UTC minute or the UTC day. */
export interface RateLimitWindow {
  /** Requests allowed in the window. */
  limit: number;
  /** Requests remaining in the window. */
  remaining: number;
  /** Seconds from the response to the window's reset. */
  resetSeconds: number;
}

// IETF draft "RateLimit header fields for HTTP" (draft-ietf-httpapi-ratelimit-headers).
// Nothing but the next quotation mark ends the gap, so that a long header is read in linear time.
const POLICY = /"minute";q=(\d+)\D[^"]*"day";q=(\d+)/;
const STATE = /"minute";r=(\d+);t=(\d+)\D[^"]*"day";r=(\d+);t=(\d+)/;

/** About 3,000 years. A longer wait could end at a time that no `Date` can hold. */
const MAX_RETRY_AFTER_MS = 1e14;

/** Undefined unless all rate-limit headers are present: the response may come from a proxy. */
export function readRateLimit(headers: Headers): RateLimit | undefined {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) =>
    parseInteger(readHeader(headers, `x-ratelimit-${name}`)),
  );
  const policy = POLICY.exec(readHeader(headers, 'ratelimit-policy') ?? '');
  const [minute, day] = readRemaining(headers) ?? [];
  if (limit === undefined || remaining === undefined || reset === undefined) return undefined;
  if (!policy || !minute || !day) return undefined;
  return {
    limit,
    remaining,
    reset,
    minute: { limit: Number(policy[1]), ...minute },
    day: { limit: Number(policy[2]), ...day },
  };
}

/** Requests remaining in a window, and the seconds to its reset. */
export type Remaining = Omit<RateLimitWindow, 'limit'>;

/** The part of the quota that the rate-limit queue needs of every response: the windows of the minute and the day. */
export function readRemaining(headers: Headers): readonly Remaining[] | undefined {
  const state = STATE.exec(readHeader(headers, 'ratelimit') ?? '');
  if (!state) return undefined;
  const window = (group: number): Remaining => ({
    remaining: Number(state[group]),
    resetSeconds: Number(state[group + 1]),
  });
  return [window(1), window(3)];
}

/**
 * Milliseconds to wait, from `Retry-After` in seconds or as a date (RFC 9110, section 10.2.3).
 * Undefined without a valid value. A date is compared with the response's own `Date`, because the local clock may be wrong.
 */
export function readRetryAfter(headers: Headers, nowMs: number): number | undefined {
  const value = readHeader(headers, 'retry-after');
  if (!value) return undefined;
  const seconds = parseInteger(value);
  const waitMs =
    seconds === undefined
      ? Date.parse(value) - (Date.parse(readHeader(headers, 'date') ?? '') || nowMs)
      : seconds * 1000;
  return waitMs >= 0 ? Math.min(waitMs, MAX_RETRY_AFTER_MS) : undefined;
}

function parseInteger(text: string | undefined): number | undefined {
  return text && /^\d+$/.test(text) ? Number(text) : undefined;
}
