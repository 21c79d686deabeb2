// Model of the quota rules. It keeps a log of all requests and searches it for each decision.
import type { BanPolicy, Quota } from '@animal-store/core';
import type { Decision, Window } from '@animal-store/core/rate-limit';

interface ModelDecision {
  outcome: 'admitted' | 'rate_limited' | 'key_banned';
  minute: Window;
  day: Window;
  /** Windows that the headers may describe. More than one if the rules allow both. */
  tightest: Window[];
  retryAfterSeconds: number;
}

const ONE_DAY_MS = 24 * 60 * 60 * 1000;

export class QuotaModel {
  readonly #quota: Quota;
  readonly #ban: BanPolicy | undefined;
  /** Times of admitted and refused requests and of bans, in ascending order. */
  #admitted: number[] = [];
  #refused: number[] = [];
  #bans: { startMs: number; untilMs: number }[] = [];
  /** Time does not go back: when the clock steps back, this stays until the clock has caught up. */
  #latestMs: number;

  constructor(startMs: number, quota: Quota, ban: BanPolicy | undefined) {
    this.#latestMs = startMs;
    this.#quota = quota;
    this.#ban = ban;
  }

  request(nowMs: number): ModelDecision {
    this.#adjustClock(nowMs);
    const bannedUntilMs = Math.max(...this.#bans.map(({ untilMs }) => untilMs));
    if (nowMs < bannedUntilMs) return this.#banned(bannedUntilMs, nowMs);

    const full = this.#windows().filter((window) => window.remaining === 0);
    if (full.length === 0) {
      this.#admitted.push(this.#latestMs);
      return this.#expected('admitted', this.#tightest(), 0);
    }
    this.#refused.push(this.#latestMs);
    const refusals = countSince(this.#refused, startOfMinute(this.#latestMs));
    if (this.#ban && refusals >= this.#ban.refusalsPerMinute) {
      const untilMs = nowMs + this.#nextBanSeconds(this.#ban) * 1000;
      this.#bans.push({ startMs: this.#latestMs, untilMs });
      this.#refused = []; // refusals before a ban do not count again
      return this.#banned(untilMs, nowMs);
    }
    const reset = Math.max(...full.map((window) => window.reset));
    const refusing = full.filter((window) => window.reset === reset);
    return this.#expected('rate_limited', refusing, ceilSeconds(reset * 1000 - nowMs));
  }

  /** Everything that leads to a ban is forgotten. What was admitted stays. */
  liftBans(): void {
    this.#refused = [];
    this.#bans = [];
  }

  /** If the clock was more than a day ahead, everything recorded then is discarded. */
  #adjustClock(nowMs: number): void {
    if (startOfDay(this.#latestMs) > startOfDay(nowMs) + ONE_DAY_MS) {
      this.#latestMs = nowMs;
      this.#admitted = [];
      this.#refused = [];
      this.#bans = [];
    }
    if (nowMs > this.#latestMs) this.#latestMs = nowMs;
    // keeps the logs short, because no window starts before today
    const today = startOfDay(this.#latestMs);
    for (const log of [this.#admitted, this.#refused])
      while ((log[0] ?? today) < today) log.shift();
  }

  #windows(): [minute: Window, day: Window] {
    const minute = startOfMinute(this.#latestMs);
    const day = startOfDay(this.#latestMs);
    const { perMinute, perDay } = this.#quota;
    const toWindow = (limit: number, startMs: number, durationMs: number): Window => ({
      limit,
      remaining: limit - countSince(this.#admitted, startMs),
      reset: (startMs + durationMs) / 1000,
    });
    return [toWindow(perMinute, minute, 60_000), toWindow(perDay, day, ONE_DAY_MS)];
  }

  #tightest(): Window[] {
    const windows = this.#windows();
    const min = Math.min(...windows.map((window) => window.remaining));
    const tied = windows.filter((window) => window.remaining === min);
    const max = Math.max(...tied.map((window) => window.reset));
    return tied.filter((window) => window.reset === max);
  }

  /** The first ban of a day has the duration of the policy. Each further one is twice as long, up to the maximum. */
  #nextBanSeconds({ seconds, maxSeconds }: BanPolicy): number {
    const today = startOfDay(this.#latestMs);
    let next = seconds;
    for (const { startMs } of this.#bans) if (startMs >= today) next += next;
    return next > maxSeconds ? maxSeconds : next;
  }

  #banned(untilMs: number, nowMs: number): ModelDecision {
    const reset = ceilSeconds(untilMs);
    const tightest = this.#windows().map(({ limit }) => ({ limit, remaining: 0, reset }));
    return this.#expected('key_banned', tightest, ceilSeconds(untilMs - nowMs));
  }

  #expected(
    outcome: ModelDecision['outcome'],
    tightest: Window[],
    retryAfterSeconds: number,
  ): ModelDecision {
    const [minute, day] = this.#windows();
    return { outcome, minute, day, tightest, retryAfterSeconds };
  }
}

function startOfMinute(ms: number): number {
  return new Date(ms).setUTCSeconds(0, 0);
}

function startOfDay(ms: number): number {
  return new Date(ms).setUTCHours(0, 0, 0, 0);
}

/** Number of times since `startMs`. Times are in ascending order. */
function countSince(times: readonly number[], startMs: number): number {
  if ((times[0] ?? startMs) >= startMs) return times.length;
  let count = 0;
  while ((times[times.length - 1 - count] ?? -1) >= startMs) count += 1;
  return count;
}

function ceilSeconds(ms: number): number {
  return Math.ceil(ms / 1000);
}

/** Whether a decision agrees with the model. */
export function agrees(decision: Decision, expected: ModelDecision): boolean {
  return (
    decision.outcome === expected.outcome &&
    decision.retryAfterSeconds === expected.retryAfterSeconds &&
    sameWindow(decision.minute, expected.minute) &&
    sameWindow(decision.day, expected.day) &&
    expected.tightest.some((window) => sameWindow(decision.tightest, window))
  );
}

function sameWindow(left: Window, right: Window): boolean {
  return (
    left.limit === right.limit && left.remaining === right.remaining && left.reset === right.reset
  );
}
