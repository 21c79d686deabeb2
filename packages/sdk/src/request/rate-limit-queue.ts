// Rate-limit queue: every attempt acquires a slot here before it is sent and releases it afterwards.
//
// Calls run in the order in which they were made. Concurrency depends on the known quota: a slow start, less near the end of
// a window, one request at a time after a 429 and while other clients use the quota. When the quota is known to be used up,
// the next attempt waits for the reset, and after a 429 for its Retry-After: each client for a random part of a second more.
import type { RateLimitError } from '../client/errors.js';
import { rejectOnAbort, throwIfAborted } from '../platform/abort.js';
import { type Clock, elapsedMs } from '../platform/clock.js';
import type { Remaining } from '../response/rate-limit.js';
import { KnownQuota } from './known-quota.js';
import { createWaiter, type Waiter, type WaitListener } from './waiter.js';

/** The shortest wait because of `pace` of which a call is told. */
const MIN_PACE_NOTICE_MS = 1_000;
/** Added to a pause, never subtracted, so that clients do not all resume at the same moment. */
const MAX_JITTER_MS = 1_000;

interface RateLimitQueueOptions {
  clock: Clock;
  /** The longest pause that a call waits for. A longer one rejects it. */
  maxWaitMs: number;
  /** Whether calls are spread over the rest of the window. */
  pace: boolean;
}

interface Timer {
  atMs: number;
  controller: AbortController;
}

export class RateLimitQueue {
  readonly #options: RateLimitQueueOptions;
  #waiters: Waiter[] = [];
  #inFlight = 0;
  #startCount = 0;
  #lastStartMs = 0;
  /** Fires when the next attempt may start. */
  #timer: Timer | undefined;
  /** The 429 that lasts longest. */
  #refusal: RateLimitError | undefined;
  #refusalEndMs = 0;
  /** End of the pause that a 429 or a used-up window causes, and the time at which this client resumes. */
  #pauseEndMs = 0;
  #resumeMs = 0;
  readonly #quota = new KnownQuota();

  constructor(options: RateLimitQueueOptions) {
    this.#options = options;
  }

  /**
   * The attempt's ticket if it may be sent, or a promise of it. The caller must then call `release` exactly once.
   * @param onWait Called when a wait for the rate limit begins, and when it gets longer. Its promise is waited for.
   * @throws The RateLimitError of another call without waiting, if a 429 lasts longer than `maxWaitMs`; the signal's reason, if it is aborted
   * first; what `onWait` throws.
   */
  acquire(
    sequence: number,
    signal: AbortSignal | undefined,
    onWait?: WaitListener,
  ): number | Promise<number> {
    throwIfAborted(signal);
    const nowMs = elapsedMs(this.#options.clock);
    const startMs = this.#waiters.length > 0 ? undefined : this.#nextStartMs(nowMs);
    if (startMs !== undefined && startMs <= nowMs) return this.#start(nowMs);
    if (this.#refusal && this.#refusalEndMs - nowMs > this.#options.maxWaitMs) throw this.#refusal;
    return this.#wait(sequence, signal, onWait);
  }

  async #wait(
    sequence: number,
    signal: AbortSignal | undefined,
    onWait: WaitListener | undefined,
  ): Promise<number> {
    const waiter = createWaiter(sequence, onWait);
    const index = this.#waiters.findIndex((other) => other.sequence > sequence);
    this.#waiters.splice(index < 0 ? this.#waiters.length : index, 0, waiter);
    try {
      this.#startNext();
      return await rejectOnAbort(waiter.turn, signal);
    } catch (error) {
      if (waiter.ticket !== undefined) this.release(waiter.ticket, undefined, false);
      this.#waiters = this.#waiters.filter((other) => other !== waiter);
      this.#clearIdleTimer();
      throw error;
    }
  }

  /**
   * Never throws.
   * @param report What the response reported; undefined if there was no response or it reported nothing.
   * @param isAdmitted Whether it was not refused by a 429, so that there may be more requests in flight.
   */
  release(ticket: number, report: readonly Remaining[] | undefined, isAdmitted: boolean): void {
    this.#inFlight -= 1;
    try {
      if (report) {
        const nowMs = elapsedMs(this.#options.clock);
        this.#quota.learn(ticket, this.#startCount, this.#inFlight, nowMs, report);
      }
      if (isAdmitted) this.#quota.admit(ticket);
      this.#startNext();
    } catch (error) {
      this.#rejectAll(error);
    }
    if (this.#inFlight === 0) this.#quota.idle();
  }

  /** Stops sending for `waitMs`. If that is longer than `maxWaitMs`, all waiting calls are rejected with the refusal. */
  pause(waitMs: number, refusal: RateLimitError): void {
    const endMs = elapsedMs(this.#options.clock) + waitMs;
    this.#pauseUntil(endMs);
    if (endMs >= this.#refusalEndMs) {
      this.#refusal = refusal;
      this.#refusalEndMs = endMs;
    }
    this.#quota.slowDown(this.#startCount);
    if (waitMs > this.#options.maxWaitMs) this.#rejectAll(refusal);
  }

  /** The end of the refusal by the local clock. */
  get retryAt(): Date {
    const { clock } = this.#options;
    return new Date(clock.now() + this.#refusalEndMs - elapsedMs(clock));
  }

  #pauseUntil(endMs: number): void {
    if (endMs <= this.#pauseEndMs) return;
    this.#pauseEndMs = endMs;
    this.#resumeMs = endMs + Math.random() * MAX_JITTER_MS;
  }

  #startNext(): void {
    while (this.#waiters.length > 0) {
      const nowMs = elapsedMs(this.#options.clock);
      const atMs = this.#nextStartMs(nowMs);
      if (atMs === undefined) return;
      if (atMs > nowMs) {
        this.#setTimer(atMs, nowMs);
        this.#notify(atMs, nowMs);
        return;
      }
      this.#waiters.shift()?.start(this.#start(nowMs));
    }
    this.#clearIdleTimer();
  }

  #start(nowMs: number): number {
    this.#inFlight += 1;
    this.#lastStartMs = nowMs;
    this.#startCount += 1;
    return this.#startCount;
  }

  /** The time at which the next attempt may start; undefined if that depends on a response still in flight. */
  #nextStartMs(nowMs: number): number | undefined {
    const windows = this.#quota.windows(nowMs);
    if (this.#inFlight >= this.#quota.limit(windows)) return undefined;
    let pacedMs = 0;
    for (const { remaining, resetMs } of windows) {
      const available = remaining - this.#inFlight; // the report may not include requests in flight
      // A distant reset, such as the day's, is not waited for: the request is sent, because the plan may have changed. Nor
      // are calls spread until then.
      const isNear = resetMs - nowMs <= this.#options.maxWaitMs;
      if (available > 0) {
        if (isNear && this.#options.pace)
          pacedMs = Math.max(pacedMs, this.#lastStartMs + (resetMs - nowMs) / available);
      } else if (this.#inFlight > 0) {
        return undefined;
      } else if (isNear) {
        this.#pauseUntil(resetMs);
      }
    }
    return Math.max(pacedMs, this.#resumeMs);
  }

  #setTimer(atMs: number, nowMs: number): void {
    if (this.#timer?.atMs === atMs) return;
    this.#timer?.controller.abort();
    const timer = { atMs, controller: new AbortController() };
    this.#timer = timer;
    void this.#wake(timer, atMs - nowMs);
  }

  async #wake(timer: Timer, delayMs: number): Promise<void> {
    try {
      await this.#options.clock.sleep(delayMs, timer.controller.signal);
      if (this.#timer !== timer) return;
      this.#timer = undefined;
      this.#startNext();
    } catch (error) {
      if (!this.#timer || this.#timer === timer) this.#rejectAll(error);
    }
  }

  /** A pause concerns all calls. With `pace`, only the next call knows when it is sent. */
  #notify(atMs: number, nowMs: number): void {
    const isPaused = atMs === this.#resumeMs;
    const retryAtMs = isPaused ? this.#pauseEndMs : atMs;
    if (retryAtMs - nowMs < (isPaused ? 1 : MIN_PACE_NOTICE_MS)) return;
    for (const waiter of isPaused ? this.#waiters : this.#waiters.slice(0, 1))
      waiter.notify(retryAtMs);
  }

  #rejectAll(reason: unknown): void {
    for (const waiter of this.#waiters.splice(0)) waiter.reject(reason);
    this.#clearIdleTimer();
  }

  /** Without waiters the timer would only keep the process alive. */
  #clearIdleTimer(): void {
    if (this.#waiters.length > 0) return;
    this.#timer?.controller.abort();
    this.#timer = undefined;
  }
}
