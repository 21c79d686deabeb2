// Quota decision: a pure function of the counts, the time and the quota.
//
// Windows are the UTC minute and the UTC day. The check and the count are one step over both windows. This is not a
// library, since libraries take two windows one after the other and over-count the first when the second refuses.
import { type Counts, NO_COUNTS } from './counts.js';

/** Requests allowed in one UTC minute and in one UTC day. */
export interface Quota {
  perMinute: number;
  perDay: number;
}

/** The ban of a key: the number of refusals within a minute that triggers it, and its duration. */
export interface BanPolicy {
  refusalsPerMinute: number;
  seconds: number;
  maxSeconds: number;
}

export const MINUTE_SECONDS = 60;
export const DAY_SECONDS = 86_400;
export const DAY_MS = DAY_SECONDS * 1000;

/** The UTC day of a time, as whole days since the Unix epoch. */
export function dayOf(nowMs: number): number {
  return Math.floor(nowMs / DAY_MS);
}

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
  /** The time of the decision, by the clock that made it. */
  nowMs: number;
}

export interface Decision extends Windows {
  outcome: 'admitted' | 'rate_limited' | 'key_banned';
  /** The counts after this request. */
  counts: Counts;
  /** Whole seconds, at least 1; 0 if admitted. */
  retryAfterSeconds: number;
}

export interface BanOptions {
  /** By default, refusals lead to no ban. */
  ban?: BanPolicy | undefined;
  /** When the operator last lifted the bans of the key. */
  bansLiftedMs?: number | undefined;
}

/** Decides one request and counts it. */
export function decide(
  before: Counts,
  nowMs: number,
  quota: Quota,
  { ban, bansLiftedMs }: BanOptions = {},
): Decision {
  const counts = liftBans(rollWindows(before, nowMs), bansLiftedMs);
  return decisionOf(count(counts, nowMs, quota, ban), counts, nowMs, quota);
}

/**
 * The refusal of a request without `ban`, if these counts are enough to refuse it. Older counts are safe to use for
 * that, since counts only grow until the window ends.
 */
export function refusalOf(counts: Counts, nowMs: number, quota: Quota): Decision | undefined {
  const decision = decide(counts, nowMs, quota);
  return decision.outcome === 'rate_limited' ? decision : undefined;
}

/** Decides one request and counts it in `counts`, whose windows must be those of `nowMs`. */
function count(
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
  counts.refusals = 0; // after the ban, a single refusal must not start another one
  return 'key_banned';
}

/** The decision with this outcome. @param counts The counts after the request. */
export function decisionOf(
  outcome: Decision['outcome'],
  counts: Counts,
  nowMs: number,
  quota: Quota,
): Decision {
  if (outcome === 'key_banned') return bannedDecision(counts, nowMs, quota);
  const windows = windowsOf(counts, nowMs, quota);
  if (outcome === 'admitted') return { outcome, counts, ...windows, retryAfterSeconds: 0 };
  const { minute, day } = windows;
  const tightest = day.remaining === 0 ? day : minute; // if both refuse, the day resets later
  const retryAfterSeconds = secondsUntil(tightest.reset * 1000, nowMs);
  return { outcome, counts, minute, day, tightest, nowMs, retryAfterSeconds };
}

/** The windows that the next request would find, without counting a request. */
export function peek(before: Counts, nowMs: number, quota: Quota): Windows {
  return windowsOf(rollWindows(before, nowMs), nowMs, quota);
}

/**
 * Moves counts into the windows of `nowMs`. If the clock steps back, the counts stay in their later window, so that no
 * window is counted twice. Counts from a clock that was more than a day ahead are dropped.
 */
export function rollWindows(before: Counts, nowMs: number): Counts {
  const minute = Math.floor(nowMs / (MINUTE_SECONDS * 1000));
  const day = dayOf(nowMs);
  const isFromFuture = before.day > day + 1;
  const counts = isFromFuture ? { ...NO_COUNTS, bansLiftedMs: before.bansLiftedMs } : { ...before };
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

/**
 * Ends the ban, and forgets the refusals and bans that would lead to the next one, if the counts are from before this
 * lift. The used quota stays used. Lifts are compared with each other and never with the clock that banned: see
 * docs/decisions/08-quotas-and-bans.md.
 */
export function liftBans(counts: Counts, bansLiftedMs = 0): Counts {
  if (bansLiftedMs <= counts.bansLiftedMs) return counts;
  return { ...counts, refusals: 0, bannedUntilMs: 0, bans: 0, bansLiftedMs };
}

/** When the ban in these counts ends; undefined if there is none at `nowMs`, or it was lifted since. */
export function banEndOf(before: Counts, nowMs: number, bansLiftedMs?: number): number | undefined {
  const { bannedUntilMs } = liftBans(rollWindows(before, nowMs), bansLiftedMs);
  return nowMs < bannedUntilMs ? bannedUntilMs : undefined;
}

/** No requests remain until the ban ends, whatever the windows' counts are. */
function bannedDecision(counts: Counts, nowMs: number, quota: Quota): Decision {
  const { minute, day, tightest } = windowsOf(counts, nowMs, quota);
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

function windowsOf(counts: Counts, nowMs: number, quota: Quota): Windows {
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

/** Whole seconds, at least 1. Rounded up, so that a retry after them is not too early. */
export function secondsUntil(whenMs: number, nowMs: number): number {
  return Math.max(1, Math.ceil((whenMs - nowMs) / 1000));
}
