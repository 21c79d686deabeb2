// Rate-limit headers: the quota, what remains of it, and when it resets. `Retry-After` is set with the 429, in
// middleware/rate-limit.ts.
import type { Response } from 'express';
import { DAY_SECONDS, MINUTE_SECONDS, secondsUntil, type Windows } from './quota.js';

export function setRateLimitHeaders(
  res: Response,
  { minute, day, tightest, nowMs }: Windows,
): void {
  const secondsLeft = (reset: number) => secondsUntil(reset * 1000, nowMs);
  res.setHeader('X-RateLimit-Limit', tightest.limit);
  res.setHeader('X-RateLimit-Remaining', tightest.remaining);
  res.setHeader('X-RateLimit-Reset', tightest.reset);
  // draft-ietf-httpapi-ratelimit-headers
  res.setHeader(
    'RateLimit-Policy',
    `"minute";q=${minute.limit};w=${MINUTE_SECONDS}, "day";q=${day.limit};w=${DAY_SECONDS}`,
  );
  res.setHeader(
    'RateLimit',
    `"minute";r=${minute.remaining};t=${secondsLeft(minute.reset)}, "day";r=${day.remaining};t=${secondsLeft(day.reset)}`,
  );
}

export function hasRateLimitHeaders(res: Response): boolean {
  return res.hasHeader('X-RateLimit-Limit');
}
