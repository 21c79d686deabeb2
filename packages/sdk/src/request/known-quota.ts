// Known quota: what remains in each window, as responses report it.
import { REFUSALS_TO_BAN } from '../../generated/ban-policy.js';
import type { Remaining } from '../response/rate-limit.js';

/** Refusals of so many requests do not ban the key. */
const SAFE_CONCURRENCY = Math.max(1, REFUSALS_TO_BAN - 2);
/** While the quota is not known: another client of the key may be in the same position. */
const UNKNOWN_CONCURRENCY = Math.max(1, SAFE_CONCURRENCY >> 1);
const MAX_CONCURRENCY = Math.max(SAFE_CONCURRENCY, 64);
/** Other clients of the key would have to use up the other three quarters before a request in flight is refused. */
const REMAINING_PER_REQUEST = 4;
/** Reports of one window may differ by this much in its reset, which they round to seconds. */
const RESET_TOLERANCE_MS = 5_000;

export interface Window {
  remaining: number;
  resetMs: number;
  /** Number of requests that had been started when this was reported. */
  startCount: number;
}

export class KnownQuota {
  readonly #windows: Window[] = [];
  #windowCount = Number.POSITIVE_INFINITY;
  /** Rises with each response, and falls when reports are old or a request is refused. */
  #concurrency = SAFE_CONCURRENCY;
  /** Number of requests that had been started at the latest 429. */
  #refusedCount = 0;
  /** Whether there is one request at a time, until a response that is not a 429. */
  #isProbing: boolean;

  /** @param isProbing Whether the first request must be answered before there are others. */
  constructor(isProbing: boolean) {
    this.#isProbing = isProbing;
  }

  /** The windows that have not been reset yet. */
  windows(nowMs: number): Window[] {
    return this.#windows.filter(({ resetMs }) => resetMs > nowMs);
  }

  /**
   * Largest number of requests in flight.
   * @param known The current `windows`.
   * @param activeCount Number of clients that share the quota.
   */
  limit(known: readonly Window[], activeCount: number): number {
    if (this.#isProbing) return 1;
    let limit = this.#concurrency;
    if (known.length < this.#windowCount) limit = UNKNOWN_CONCURRENCY;
    for (const { remaining } of known)
      limit = Math.min(limit, Math.floor(remaining / REMAINING_PER_REQUEST));
    return Math.max(1, Math.floor(limit / activeCount));
  }

  /**
   * Responses arrive out of order: one to an earlier request never raises what remains in a window.
   * @param ticket Number of the request among those started; 0 for that of another client.
   */
  learn(ticket: number, startCount: number, nowMs: number, report: readonly Remaining[]): void {
    this.#windowCount = report.length;
    for (const [index, { remaining, resetSeconds }] of report.entries()) {
      const resetMs = nowMs + resetSeconds * 1000;
      const window = this.#windows[index];
      const aheadMs = window ? resetMs - window.resetMs : 0;
      if (!window || ticket > window.startCount || aheadMs > RESET_TOLERANCE_MS)
        this.#windows[index] = { remaining, resetMs, startCount };
      else if (aheadMs >= -RESET_TOLERANCE_MS && remaining < window.remaining)
        Object.assign(window, { remaining, startCount });
    }
    this.#concurrency = Math.min(this.#concurrency + 1, MAX_CONCURRENCY);
  }

  /** Undefined unless all windows are known. */
  report(nowMs: number): readonly Remaining[] | undefined {
    const windows = this.windows(nowMs);
    if (windows.length < this.#windowCount) return undefined;
    return windows.map(({ remaining, resetMs }) => ({
      remaining,
      resetSeconds: (resetMs - nowMs) / 1000,
    }));
  }

  /** A response to the request, which is not a 429. */
  admit(ticket: number): void {
    if (ticket > this.#refusedCount) this.#isProbing = false;
  }

  refuse(startCount: number): void {
    this.#refusedCount = startCount;
    this.#isProbing = true;
    this.slowDown();
  }

  /** For a client that was idle or refused, and whose reports are therefore old. */
  slowDown(): void {
    this.#concurrency = SAFE_CONCURRENCY;
  }
}
