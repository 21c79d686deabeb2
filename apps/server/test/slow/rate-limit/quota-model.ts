// What the quota rules say, told plainly: a log of everything that happened, searched anew for each request.
import type { BanPolicy, Quota } from '@animal-store/contract';
import type { Decision, Window } from '../../../src/rate-limit/quota.js';

export interface Verdict {
  outcome: 'admitted' | 'rate_limited' | 'key_banned';
  minute: Window;
  day: Window;
  /** What the headers may describe: more than one only where the rules do not choose between two. */
  tightest: Window[];
  retryAfterSeconds: number;
}

const ONE_DAY_MS = 24 * 60 * 60 * 1000;

export class QuotaModel {
  readonly #quota: Quota;
  readonly #ban: BanPolicy | undefined;
  /** When requests were admitted, refused, and bans begun. Never descends. */
  #admitted: number[] = [];
  #refused: number[] = [];
  #bans: { begunMs: number; untilMs: number }[] = [];
  /** A clock that steps back is not followed: time stands still until it has caught up. */
  #latestMs: number;

  constructor(startMs: number, quota: Quota, ban: BanPolicy | undefined) {
    this.#latestMs = startMs;
    this.#quota = quota;
    this.#ban = ban;
  }

  request(nowMs: number): Verdict {
    this.#believe(nowMs);
    const bannedUntilMs = Math.max(...this.#bans.map(({ untilMs }) => untilMs));
    if (nowMs < bannedUntilMs) return this.#banned(bannedUntilMs, nowMs);

    const full = this.#windows().filter((window) => window.remaining === 0);
    if (full.length === 0) {
      this.#admitted.push(this.#latestMs);
      return this.#verdict('admitted', this.#tightest(), 0);
    }
    this.#refused.push(this.#latestMs);
    const refusals = countSince(this.#refused, startOfMinute(this.#latestMs));
    if (this.#ban && refusals >= this.#ban.refusalsPerMinute) {
      const untilMs = nowMs + this.#nextBanSeconds(this.#ban) * 1000;
      this.#bans.push({ begunMs: this.#latestMs, untilMs });
      this.#refused = []; // they are paid for
      return this.#banned(untilMs, nowMs);
    }
    const reset = Math.max(...full.map((window) => window.reset));
    const refusing = full.filter((window) => window.reset === reset);
    return this.#verdict('rate_limited', refusing, wholeSeconds(reset * 1000 - nowMs));
  }

  /** A clock that was more than a day ahead was wrong: what it led to is forgotten. */
  #believe(nowMs: number): void {
    if (startOfDay(this.#latestMs) > startOfDay(nowMs) + ONE_DAY_MS) {
      this.#latestMs = nowMs;
      this.#admitted = [];
      this.#refused = [];
      this.#bans = [];
    }
    if (nowMs > this.#latestMs) this.#latestMs = nowMs;
    // Only so that the log stays short: no window looks further back.
    const today = startOfDay(this.#latestMs);
    if ((this.#admitted[0] ?? today) < today) this.#admitted = since(this.#admitted, today);
    if ((this.#refused[0] ?? today) < today) this.#refused = since(this.#refused, today);
  }

  #windows(): [minute: Window, day: Window] {
    const minute = startOfMinute(this.#latestMs);
    const day = startOfDay(this.#latestMs);
    const { perMinute, perDay } = this.#quota;
    return [
      {
        limit: perMinute,
        remaining: perMinute - countSince(this.#admitted, minute),
        reset: (minute + 60_000) / 1000,
      },
      {
        limit: perDay,
        remaining: perDay - countSince(this.#admitted, day),
        reset: (day + ONE_DAY_MS) / 1000,
      },
    ];
  }

  #tightest(): Window[] {
    const windows = this.#windows();
    const fewest = Math.min(...windows.map((window) => window.remaining));
    const tied = windows.filter((window) => window.remaining === fewest);
    const latest = Math.max(...tied.map((window) => window.reset));
    return tied.filter((window) => window.reset === latest);
  }

  /** The first ban of a day lasts as long as the policy says, each further one twice as long, up to the most. */
  #nextBanSeconds({ seconds, maxSeconds }: BanPolicy): number {
    const today = startOfDay(this.#latestMs);
    let next = seconds;
    for (const { begunMs } of this.#bans) if (begunMs >= today) next += next;
    return next > maxSeconds ? maxSeconds : next;
  }

  #banned(untilMs: number, nowMs: number): Verdict {
    const reset = wholeSeconds(untilMs);
    const tightest = this.#windows().map(({ limit }) => ({ limit, remaining: 0, reset }));
    return this.#verdict('key_banned', tightest, wholeSeconds(untilMs - nowMs));
  }

  #verdict(outcome: Verdict['outcome'], tightest: Window[], retryAfterSeconds: number): Verdict {
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

function since(times: readonly number[], startMs: number): number[] {
  return times.filter((ms) => ms >= startMs);
}

/** How many of the times, which ascend, are not before `startMs`. */
function countSince(times: readonly number[], startMs: number): number {
  if ((times[0] ?? startMs) >= startMs) return times.length;
  let count = 0;
  while ((times[times.length - 1 - count] ?? -1) >= startMs) count += 1;
  return count;
}

function wholeSeconds(ms: number): number {
  const rest = ms % 1000;
  return rest === 0 ? ms / 1000 : (ms - rest) / 1000 + 1;
}

/** Whether a decision says what the model does. */
export function agrees(decision: Decision, verdict: Verdict): boolean {
  return (
    decision.outcome === verdict.outcome &&
    decision.retryAfterSeconds === verdict.retryAfterSeconds &&
    sameWindow(decision.minute, verdict.minute) &&
    sameWindow(decision.day, verdict.day) &&
    verdict.tightest.some((window) => sameWindow(decision.tightest, window))
  );
}

function sameWindow(left: Window, right: Window): boolean {
  return (
    left.limit === right.limit && left.remaining === right.remaining && left.reset === right.reset
  );
}
