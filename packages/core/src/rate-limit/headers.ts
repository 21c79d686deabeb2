// Rate-limit headers: the quota, what remains of it, and when it resets. `Retry-After` belongs to the 429 alone.
import { DAY_SECONDS, MINUTE_SECONDS, secondsUntil, type Windows } from './quota.js';

/** The headers by name. Source: draft-ietf-httpapi-ratelimit-headers. */
export function rateLimitHeaders({
  minute,
  day,
  tightest,
  nowMs,
}: Windows): Readonly<Record<string, string | number>> {
  const secondsLeft = (reset: number) => secondsUntil(reset * 1000, nowMs);
  return {
    'X-RateLimit-Limit': tightest.limit,
    'X-RateLimit-Remaining': tightest.remaining,
    'X-RateLimit-Reset': tightest.reset,
    'RateLimit-Policy': `"minute";q=${minute.limit};w=${MINUTE_SECONDS}, "day";q=${day.limit};w=${DAY_SECONDS}`,
    RateLimit: `"minute";r=${minute.remaining};t=${secondsLeft(minute.reset)}, "day";r=${day.remaining};t=${secondsLeft(day.reset)}`,
  };
}
