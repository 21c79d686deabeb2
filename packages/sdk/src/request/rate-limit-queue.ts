// Rate-limit queue: every attempt acquires a slot here before it is sent and releases it afterwards.
//
// Calls run in the order in which they were made. Concurrency stays low enough that refusals of every request in flight
// would not get the key banned. After a 429 nothing is sent until its Retry-After has passed, and when the quota is known
// to be used up, the next attempt waits for the reset.
import { REFUSALS_TO_BAN } from '../../generated/operations.js';
import type { Clock } from '../clock.js';
import { RateLimitError } from '../errors.js';
import type { Remaining } from '../response/rate-limit.js';

const MAX_CONCURRENCY = Math.max(1, REFUSALS_TO_BAN - 2);
/** Added to a pause, never subtracted, so that clients do not all resume at the same moment. */
const MAX_JITTER_MS = 250;

export interface RateLimitQueueOptions {
  clock: Clock;
  /** The longest pause that a call waits for. A longer one rejects it. */
  maxWaitMs: number;
  /** Whether calls are spread over the rest of the window. */
  pace: boolean;
}

interface Waiter {
  /** Number of the call. Retries keep it, so the oldest call runs first. */
  sequence: number;
  resolve: () => void;
  reject: (reason: unknown) => void;
}

export class RateLimitQueue {
  readonly #options: RateLimitQueueOptions;
  #waiters: Waiter[] = [];
  #inFlight = 0;
  #lastStartMs = 0;
  /** Fires when the next attempt may start. */
  #timer: { atMs: number; controller: AbortController } | undefined;
  /** The 429 that the current pause comes from. */
  #refusal: RateLimitError | undefined;
  #pausedUntilMs = 0;
  /** The quota that the latest response reported. */
  #quota: { remaining: number; resetMs: number } | undefined;

  constructor(options: RateLimitQueueOptions) {
    this.#options = options;
  }

  /**
   * Resolves when the attempt may be sent. The caller must then call `release` exactly once.
   * @throws RateLimitError without waiting, if the queue is paused for longer than `maxWaitMs`; the signal's reason, if
   * it is aborted first.
   */
  async acquire(sequence: number, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (this.#waiters.length === 0 && this.#canStartNow()) {
      this.#start();
      return;
    }
    if (this.#isPausedTooLong()) throw this.#copyRefusal();
    await new Promise<void>((resolve, reject) => {
      const abort = () => {
        this.#waiters = this.#waiters.filter((other) => other !== waiter);
        this.#clearIdleTimer();
        reject(signal?.reason);
      };
      const settle =
        <T>(end: (value: T) => void) =>
        (value: T) => {
          signal?.removeEventListener('abort', abort);
          end(value);
        };
      const waiter: Waiter = { sequence, resolve: settle(resolve), reject: settle(reject) };
      signal?.addEventListener('abort', abort);
      const index = this.#waiters.findIndex((other) => other.sequence > sequence);
      this.#waiters.splice(index < 0 ? this.#waiters.length : index, 0, waiter);
      this.#startNext();
    });
  }

  /** @param remaining What the response reported; undefined if there was no response or it reported nothing. */
  release(remaining: Remaining | undefined): void {
    this.#inFlight -= 1;
    if (remaining) {
      const resetMs = this.#options.clock.now() + remaining.resetSeconds * 1000;
      this.#quota = { remaining: remaining.remaining, resetMs };
    }
    if (this.#waiters.length > 0) this.#startNext();
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
    if (waitMs <= this.#options.maxWaitMs) return;
    for (const waiter of this.#waiters.splice(0)) waiter.reject(this.#copyRefusal());
    this.#clearIdleTimer();
  }

  #startNext(): void {
    while (this.#waiters.length > 0 && this.#inFlight < MAX_CONCURRENCY) {
      const nowMs = this.#options.clock.now();
      const atMs = this.#nextStartMs(nowMs);
      if (atMs === undefined) return;
      if (atMs > nowMs) {
        this.#setTimer(atMs, nowMs);
        return;
      }
      this.#start();
      this.#waiters.shift()?.resolve();
    }
    this.#clearIdleTimer();
  }

  #start(): void {
    this.#inFlight += 1;
    this.#lastStartMs = this.#options.clock.now();
  }

  #canStartNow(): boolean {
    if (this.#inFlight >= MAX_CONCURRENCY) return false;
    const nowMs = this.#options.clock.now();
    const atMs = this.#nextStartMs(nowMs);
    return atMs !== undefined && atMs <= nowMs;
  }

  /** The time at which the next attempt may start; undefined if that depends on a response still in flight. */
  #nextStartMs(nowMs: number): number | undefined {
    if (this.#quota && this.#quota.resetMs <= nowMs) this.#quota = undefined;
    if (!this.#quota) return this.#pausedUntilMs;
    const { remaining, resetMs } = this.#quota;
    const available = remaining - this.#inFlight; // the report may not include requests in flight
    if (available > 0) {
      // The day window is too long to spread calls over.
      const isPaced = this.#options.pace && resetMs - nowMs <= this.#options.maxWaitMs;
      const intervalMs = isPaced ? (resetMs - nowMs) / available : 0;
      return Math.max(this.#pausedUntilMs, this.#lastStartMs + intervalMs);
    }
    if (this.#inFlight > 0) return undefined;
    // A distant reset, such as the day's, is not waited for: the request is sent, because the plan may have changed.
    return Math.max(this.#pausedUntilMs, resetMs - nowMs > this.#options.maxWaitMs ? 0 : resetMs);
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

  /** Without waiters the timer would only keep the process alive. */
  #clearIdleTimer(): void {
    if (this.#waiters.length > 0) return;
    this.#timer?.controller.abort();
    this.#timer = undefined;
  }

  #isPausedTooLong(): boolean {
    return (
      this.#pausedUntilMs - this.#options.clock.now() > this.#options.maxWaitMs + MAX_JITTER_MS
    );
  }

  /** A separate error object for each call. */
  #copyRefusal(): unknown {
    return this.#refusal && new RateLimitError(this.#refusal, this.#refusal.retryAt);
  }
}
