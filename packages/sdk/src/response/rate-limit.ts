// Rate-limit headers: quota and Retry-After.

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
const POLICY = /"minute";q=(\d+).*"day";q=(\d+)/;
const STATE = /"minute";r=(\d+);t=(\d+).*"day";r=(\d+);t=(\d+)/;

/** Undefined unless all rate-limit headers are present: the response may come from a proxy. */
export function readRateLimit(headers: Headers): RateLimit | undefined {
  const limit = parseInteger(headers.get('x-ratelimit-limit'));
  const remaining = parseInteger(headers.get('x-ratelimit-remaining'));
  const reset = parseInteger(headers.get('x-ratelimit-reset'));
  const policy = POLICY.exec(headers.get('ratelimit-policy') ?? '');
  const state = STATE.exec(headers.get('ratelimit') ?? '');
  if (limit === undefined || remaining === undefined || reset === undefined) return undefined;
  if (!policy || !state) return undefined;
  const window = (policyGroup: number, stateGroup: number): RateLimitWindow => ({
    limit: Number(policy[policyGroup]),
    remaining: Number(state[stateGroup]),
    resetSeconds: Number(state[stateGroup + 1]),
  });
  return { limit, remaining, reset, minute: window(1, 1), day: window(2, 3) };
}

/** Requests remaining in the tightest window, and the seconds to its reset. */
export type Remaining = Omit<RateLimitWindow, 'limit'>;

/** The part of the quota that the rate-limit queue needs of every response. */
export function readRemaining(headers: Headers): Remaining | undefined {
  const state = STATE.exec(headers.get('ratelimit') ?? '');
  if (!state) return undefined;
  const [, minute = 0, minuteReset = 0, day = 0, dayReset = 0] = state.map(Number);
  return minute < day
    ? { remaining: minute, resetSeconds: minuteReset }
    : { remaining: day, resetSeconds: dayReset };
}

/**
 * Milliseconds to wait, from `Retry-After` in seconds or as a date (RFC 9110, section 10.2.3).
 * Undefined without a valid value. A date is compared with the response's own `Date`, because the local clock may be wrong.
 */
export function readRetryAfter(headers: Headers, nowMs: number): number | undefined {
  const value = headers.get('retry-after');
  if (!value) return undefined;
  const seconds = parseInteger(value);
  if (seconds !== undefined) return seconds * 1000;
  const waitMs = Date.parse(value) - (Date.parse(headers.get('date') ?? '') || nowMs);
  return waitMs >= 0 ? waitMs : undefined;
}

function parseInteger(text: string | null): number | undefined {
  return text && /^\d+$/.test(text) ? Number(text) : undefined;
}
