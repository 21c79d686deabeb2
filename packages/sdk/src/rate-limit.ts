// Owns the reading of quotas and waiting times out of a reply's headers.

/** The caller's quota, as the service reports it with each reply. */
export interface RateLimit {
  /** The limit of the window that is tightest now. */
  limit: number;
  /** Requests remaining in that window. */
  remaining: number;
  /** Unix seconds at which that window resets. */
  reset: number;
  minute: RateLimitWindow;
  day: RateLimitWindow;
}

export interface RateLimitWindow {
  limit: number;
  remaining: number;
  /** Seconds from the reply to the window's reset. */
  resetSeconds: number;
}

/** Source: the IETF draft `ratelimit-headers`. */
const POLICY = /"minute";q=(\d+).*"day";q=(\d+)/;
const STATE = /"minute";r=(\d+);t=(\d+).*"day";r=(\d+);t=(\d+)/;

/** Undefined if the reply does not carry all of the rate headers: it came from something in between. */
export function readRateLimit(headers: Headers): RateLimit | undefined {
  const limit = readCount(headers.get('x-ratelimit-limit'));
  const remaining = readCount(headers.get('x-ratelimit-remaining'));
  const reset = readCount(headers.get('x-ratelimit-reset'));
  const policy = POLICY.exec(headers.get('ratelimit-policy') ?? '');
  const state = STATE.exec(headers.get('ratelimit') ?? '');
  if (limit === undefined || remaining === undefined || reset === undefined) return undefined;
  if (!policy || !state) return undefined;
  const window = (quota: number, left: number): RateLimitWindow => ({
    limit: Number(policy[quota]),
    remaining: Number(state[left]),
    resetSeconds: Number(state[left + 1]),
  });
  return { limit, remaining, reset, minute: window(1, 1), day: window(2, 3) };
}

/** What a reply says of the tightest window. */
export type Left = Omit<RateLimitWindow, 'limit'>;

/** The part of the quota that each reply is asked for. */
export function readLeft(headers: Headers): Left | undefined {
  const state = STATE.exec(headers.get('ratelimit') ?? '');
  if (!state) return undefined;
  const [, minute = 0, minuteReset = 0, day = 0, dayReset = 0] = state.map(Number);
  return minute < day
    ? { remaining: minute, resetSeconds: minuteReset }
    : { remaining: day, resetSeconds: dayReset };
}

function readCount(text: string | null): number | undefined {
  return text && /^\d+$/.test(text) ? Number(text) : undefined;
}

/** Milliseconds to wait, from seconds or from a date; undefined without a sensible Retry-After. Source: RFC 9110, 10.2.3. */
export function readRetryAfter(headers: Headers, nowMs: number): number | undefined {
  const text = headers.get('retry-after');
  if (!text) return undefined;
  const seconds = readCount(text);
  if (seconds !== undefined) return seconds * 1000;
  // The sender's own clock, where it tells it, so that ours may be wrong.
  const waitMs = Date.parse(text) - (Date.parse(headers.get('date') ?? '') || nowMs);
  return waitMs >= 0 ? waitMs : undefined;
}
