// Rate-limit queue: every attempt acquires a slot here before it is sent and releases it afterwards.
//
// Calls run in the order in which they were made. Concurrency depends on the known quota: it starts so low that refusals
// of every request in flight would not get the key banned. After a 429 nothing is sent until its Retry-After has passed,
// and when the quota is known to be used up, the next attempt waits for the reset.
import type { Clock } from '../clock.js';
import { RateLimitError } from '../errors.js';
import type { Remaining } from '../response/rate-limit.js';
import { KnownQuota } from './known-quota.js';
import { rejectOnAbort } from './reject-on-abort.js';
import { createWaiter, type Waiter, type WaitListener } from './waiter.js';

/** The shortest wait because of `pace` of which a call is told. */
const MIN_PACE_NOTICE_MS = 1_000;
/** Added to a pause, never subtracted, so that clients do not all resume at the same moment. */
const MAX_JITTER_MS = 250;

export interface RateLimitQueueOptions {
  clock: Clock;
  /** The longest pause that a call waits for. A longer one rejects it. */
  maxWaitMs: number;
  /** Whether calls are spread over the rest of the window. */
  pace: boolean;
}

export class RateLimitQueue {
  readonly #options: RateLimitQueueOptions;
  #waiters: Waiter[] = [];
  #inFlight = 0;
  #startCount = 0;
  #lastStartMs = 0;
  /** Fires when the next attempt may start. */
  #timer: { atMs: number; controller: AbortController } | undefined;
  /** The 429 that the current pause comes from. */
  #refusal: RateLimitError | undefined;
  #pausedUntilMs = 0;
  readonly #quota = new KnownQuota();

  constructor(options: RateLimitQueueOptions) {
    this.#options = options;
  }

  /**
   * The attempt's ticket if it may be sent, or a promise of it. The caller must then call `release` exactly once.
   * @param onWait Called when a wait for the rate limit begins, and when it gets longer. Its promise is waited for.
   * @throws RateLimitError without waiting, if the queue is paused for longer than `maxWaitMs`; the signal's reason, if
   * it is aborted first; what `onWait` throws.
   */
  acquire(
    sequence: number,
    signal: AbortSignal | undefined,
    onWait?: WaitListener,
  ): number | Promise<number> {
    signal?.throwIfAborted();
    const nowMs = this.#options.clock.now();
    const startMs = this.#waiters.length > 0 ? undefined : this.#nextStartMs(nowMs);
    if (startMs !== undefined && startMs <= nowMs) return this.#start(nowMs);
    if (this.#pausedUntilMs - nowMs > this.#options.maxWaitMs + MAX_JITTER_MS)
      throw this.#copyRefusal();
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
    this.#startNext();
    try {
      return await rejectOnAbort(waiter.turn, signal);
    } catch (error) {
      if (waiter.ticket !== undefined) this.release(waiter.ticket, undefined);
      this.#waiters = this.#waiters.filter((other) => other !== waiter);
      this.#clearIdleTimer();
      throw error;
    }
  }

  /** @param report What the response reported; undefined if there was no response or it reported nothing. */
  release(ticket: number, report: readonly Remaining[] | undefined): void {
    this.#inFlight -= 1;
    if (report) this.#quota.learn(ticket, this.#startCount, this.#options.clock.now(), report);
    if (this.#waiters.length > 0) this.#startNext();
    if (this.#inFlight === 0) this.#quota.slowDown();
  }

  /**
   * Stops sending until `refusal.retryAt`. If `waitMs` is longer than `maxWaitMs`, all waiting calls are rejected with
   * the refusal.
   */
  pause(waitMs: number, refusal: RateLimitError): void {
    this.#pausedUntilMs = Math.max(
      this.#pausedUntilMs,
      refusal.retryAt.getTime() + Math.random() * MAX_JITTER_MS,
    );
    if (!this.#refusal || refusal.retryAt >= this.#refusal.retryAt) this.#refusal = refusal;
    this.#quota.slowDown();
    if (waitMs <= this.#options.maxWaitMs) return;
    for (const waiter of this.#waiters.splice(0)) waiter.reject(this.#copyRefusal());
    this.#clearIdleTimer();
  }

  #startNext(): void {
    while (this.#waiters.length > 0) {
      const nowMs = this.#options.clock.now();
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
    let startMs = this.#pausedUntilMs;
    for (const { remaining, resetMs } of windows) {
      const available = remaining - this.#inFlight; // the report may not include requests in flight
      // A distant reset, such as the day's, is not waited for: the request is sent, because the plan may have changed. Nor
      // are calls spread until then.
      const isNear = resetMs - nowMs <= this.#options.maxWaitMs;
      if (available > 0) {
        if (isNear && this.#options.pace)
          startMs = Math.max(startMs, this.#lastStartMs + (resetMs - nowMs) / available);
      } else if (this.#inFlight > 0) {
        return undefined;
      } else if (isNear) {
        startMs = Math.max(startMs, resetMs);
      }
    }
    return startMs;
  }

  #setTimer(atMs: number, nowMs: number): void {
    if (this.#timer?.atMs === atMs) return;
    this.#timer?.controller.abort();
    const timer = { atMs, controller: new AbortController() };
    this.#timer = timer;
    void this.#options.clock.sleep(atMs - nowMs, timer.controller.signal).then(() => {
      if (this.#timer !== timer) return;
      this.#timer = undefined;
      this.#startNext();
    });
  }

  /** A pause and a used-up quota concern all calls. With `pace`, only the next call knows when it is sent. */
  #notify(atMs: number, nowMs: number): void {
    const isPause = atMs === this.#pausedUntilMs;
    const retryAtMs = (isPause && this.#refusal?.retryAt.getTime()) || atMs;
    const isReset = this.#quota.windows(nowMs).some(({ resetMs }) => resetMs === atMs);
    const isPaced = !isPause && !isReset;
    if (retryAtMs - nowMs < (isPaced ? MIN_PACE_NOTICE_MS : 1)) return;
    for (const waiter of isPaced ? this.#waiters.slice(0, 1) : this.#waiters)
      waiter.notify(retryAtMs);
  }

  /** Without waiters the timer would only keep the process alive. */
  #clearIdleTimer(): void {
    if (this.#waiters.length > 0) return;
    this.#timer?.controller.abort();
    this.#timer = undefined;
  }

  /** A separate error object for each call. */
  #copyRefusal(): unknown {
    return this.#refusal && new RateLimitError(this.#refusal, this.#refusal.retryAt);
  }
}
