// Known quota: what remains in each window, as responses report it, and how many requests may be in flight.
import { REFUSALS_TO_BAN } from '../../generated/ban-policy.js';
import type { Remaining } from '../response/rate-limit.js';

/** Refusals of so many requests do not ban the key. */
const SAFE_CONCURRENCY = Math.max(1, REFUSALS_TO_BAN - 2);
/** Without any report of the quota: another client of the key may be in the same position. */
const UNKNOWN_CONCURRENCY = Math.max(1, Math.floor(SAFE_CONCURRENCY / 2));
const MAX_CONCURRENCY = Math.max(SAFE_CONCURRENCY, 64);
/** Eight clients of a key, which know nothing of one another, have no more in flight than what remains. */
const REMAINING_PER_REQUEST = 8;
/** Reports of one window may differ by this much in its reset, which they round to seconds. */
const RESET_TOLERANCE_MS = 5_000;

interface QuotaWindow {
  remaining: number;
  resetMs: number;
  /** Number of requests that had been started when this was reported. */
  startCount: number;
  /** Unless other clients use the quota, at least this less the number of requests started by now remains. */
  alone: number;
}

export class KnownQuota {
  readonly #windows: QuotaWindow[] = [];
  #windowCount = Number.POSITIVE_INFINITY;
  /** Slow start: one request, then one more with each response. One again after a 429, or while others use the quota. */
  #concurrency = 1;
  /** Number of requests that had been started when it fell to one. */
  #slowCount = 0;
  /** Whether the latest report shows requests of other clients. */
  #isShared = false;

  /** The windows that have not been reset yet. */
  windows(nowMs: number): QuotaWindow[] {
    return this.#windows.filter(({ resetMs }) => resetMs > nowMs);
  }

  /**
   * Largest number of requests in flight.
   * @param known The current `windows`.
   */
  limit(known: readonly QuotaWindow[]): number {
    let limit = this.#concurrency;
    if (this.#windowCount === Number.POSITIVE_INFINITY)
      limit = Math.min(limit, UNKNOWN_CONCURRENCY);
    else if (known.length < this.#windowCount) limit = 1; // others may have used up a new window
    for (const { remaining } of known)
      limit = Math.min(limit, Math.floor(remaining / REMAINING_PER_REQUEST));
    return Math.max(1, limit);
  }

  /**
   * Responses arrive out of order: one to an earlier request never raises what remains in a window.
   * @param ticket Number of the request among those started.
   * @param inFlight Number of requests that have no response yet.
   */
  learn(
    ticket: number,
    startCount: number,
    inFlight: number,
    nowMs: number,
    report: readonly Remaining[],
  ): void {
    this.#windowCount = report.length;
    for (const [index, { remaining, resetSeconds }] of report.entries()) {
      const resetMs = nowMs + resetSeconds * 1000;
      const next = { remaining, resetMs, startCount, alone: remaining - inFlight + startCount };
      const window = this.#windows[index];
      const aheadMs = window ? resetMs - window.resetMs : 0;
      const isSame = window && Math.abs(aheadMs) <= RESET_TOLERANCE_MS;
      const isShared = isSame && remaining < window.alone - startCount;
      if (isSame) this.#isShared = isShared === true;
      if (isShared) this.slowDown(startCount);
      if (!window || ticket > window.startCount || aheadMs > RESET_TOLERANCE_MS)
        this.#windows[index] = next;
      else if (isShared) Object.assign(window, { ...next, resetMs: window.resetMs });
      else if (isSame && remaining < window.remaining)
        Object.assign(window, { remaining, startCount });
    }
  }

  /** The end of the request, which is not a 429. */
  admit(ticket: number): void {
    if (ticket <= this.#slowCount || this.#isShared) return;
    this.#concurrency = Math.min(this.#concurrency + 1, MAX_CONCURRENCY);
  }

  /** One request at a time, until one that is started later is admitted. */
  slowDown(startCount: number): void {
    this.#concurrency = 1;
    this.#slowCount = startCount;
  }

  /** For a client without requests in flight, whose reports get old. */
  idle(): void {
    this.#concurrency = Math.min(this.#concurrency, SAFE_CONCURRENCY);
  }
}
