// Owns the quota decision: a pure function of what was counted, the time, and what is allowed.
//
// Windows are the UTC minute and the UTC day. The check and the count are one step over both, which is why this is not
// a library: those take two windows one after the other and over-count the first when the second refuses.
import type { BanPolicy, Quota } from '@animal-store/contract';
import { type Counts, NO_COUNTS } from '../storage/store.js';

export const MINUTE_SECONDS = 60;
export const DAY_SECONDS = 86_400;

export interface Window {
  limit: number;
  remaining: number;
  /** Unix seconds. */
  reset: number;
}

export interface Windows {
  minute: Window;
  day: Window;
  /** The window that the `X-RateLimit-*` headers describe. */
  tightest: Window;
  /** When it was so, by the clock that decided. */
  nowMs: number;
}

export interface Decision extends Windows {
  outcome: 'admitted' | 'rate_limited' | 'key_banned';
  /** The counts after this request. */
  counts: Counts;
  /** Whole seconds, at least 1; 0 if admitted. */
  retryAfterSeconds: number;
}

/** Judges one request and counts it. Without `ban`, refusals are not punished. */
export function decide(before: Counts, nowMs: number, quota: Quota, ban?: BanPolicy): Decision {
  const counts = enter(before, nowMs);
  return decisionOf(judge(counts, nowMs, quota, ban), counts, nowMs, quota);
}

/** Counts one request in `counts`, whose windows are those of `nowMs`. */
function judge(
  counts: Counts,
  nowMs: number,
  quota: Quota,
  ban: BanPolicy | undefined,
): Decision['outcome'] {
  if (nowMs < counts.bannedUntilMs) return 'key_banned';
  if (counts.minuteCount < quota.perMinute && counts.dayCount < quota.perDay) {
    counts.minuteCount += 1;
    counts.dayCount += 1;
    return 'admitted';
  }
  counts.refusals += 1;
  if (!ban || counts.refusals < ban.refusalsPerMinute) return 'rate_limited';
  counts.bannedUntilMs = nowMs + banSeconds(counts.bans, ban) * 1000;
  counts.bans += 1;
  counts.refusals = 0; // once it is over, one more refusal must not be another ban
  return 'key_banned';
}

/** What a request is told that was judged so, and led to these counts. */
export function decisionOf(
  outcome: Decision['outcome'],
  counts: Counts,
  nowMs: number,
  quota: Quota,
): Decision {
  if (outcome === 'key_banned') return banned(counts, nowMs, quota);
  const windows = measure(counts, nowMs, quota);
  if (outcome === 'admitted') return { outcome, counts, ...windows, retryAfterSeconds: 0 };
  const { minute, day } = windows;
  const tightest = day.remaining === 0 ? day : minute; // of two that refuse, the day resets last
  const retryAfterSeconds = secondsUntil(tightest.reset * 1000, nowMs);
  return { outcome, counts, minute, day, tightest, nowMs, retryAfterSeconds };
}

/** What the next request would find, without counting one. */
export function peek(before: Counts, nowMs: number, quota: Quota): Windows {
  return measure(enter(before, nowMs), nowMs, quota);
}

/**
 * The counts of the windows that `nowMs` falls in. A clock that steps back stays in the window it came from, so that no
 * window is counted twice; one that was more than a day ahead is not believed.
 */
export function enter(before: Counts, nowMs: number): Counts {
  const minute = Math.floor(nowMs / (MINUTE_SECONDS * 1000));
  const day = Math.floor(nowMs / (DAY_SECONDS * 1000));
  const counts = before.day > day + 1 ? { ...NO_COUNTS } : { ...before };
  if (minute > counts.minute) {
    counts.minute = minute;
    counts.minuteCount = 0;
    counts.refusals = 0;
  }
  if (day > counts.day) {
    counts.day = day;
    counts.dayCount = 0;
    counts.bans = 0;
  }
  return counts;
}

/** No request is left until the ban's end, whatever the windows say. */
function banned(counts: Counts, nowMs: number, quota: Quota): Decision {
  const { minute, day, tightest } = measure(counts, nowMs, quota);
  const reset = Math.ceil(counts.bannedUntilMs / 1000);
  return {
    outcome: 'key_banned',
    counts,
    minute,
    day,
    tightest: { limit: tightest.limit, remaining: 0, reset },
    nowMs,
    retryAfterSeconds: secondsUntil(counts.bannedUntilMs, nowMs),
  };
}

function banSeconds(bansBefore: number, ban: BanPolicy): number {
  return Math.min(ban.seconds * 2 ** bansBefore, ban.maxSeconds);
}

function measure(counts: Counts, nowMs: number, quota: Quota): Windows {
  const minute: Window = {
    limit: quota.perMinute,
    remaining: Math.max(0, quota.perMinute - counts.minuteCount),
    reset: (counts.minute + 1) * MINUTE_SECONDS,
  };
  const day: Window = {
    limit: quota.perDay,
    remaining: Math.max(0, quota.perDay - counts.dayCount),
    reset: (counts.day + 1) * DAY_SECONDS,
  };
  // Fewest remaining; on a tie the one that resets later, which is the day.
  return { minute, day, tightest: minute.remaining < day.remaining ? minute : day, nowMs };
}

/** Whole seconds, rounded up, at least 1: a second earlier would be too early. */
export function secondsUntil(whenMs: number, nowMs: number): number {
  return Math.max(1, Math.ceil((whenMs - nowMs) / 1000));
}
