// Rate-limit queue: every attempt acquires a slot here before it is sent and releases it afterwards.
//
// Calls run in the order in which they were made. Concurrency depends on the known quota: it starts so low that refusals
// of every request in flight would not get the key banned. After a 429 nothing is sent until its Retry-After has passed,
// then one request at a time until one is admitted. When the quota is known to be used up, the next attempt waits for the
// reset. Other tabs tell what they learn, and each takes its part of what remains.
import { type Clock, elapsedMs } from '../clock.js';
import { RateLimitError } from '../errors.js';
import type { Remaining } from '../response/rate-limit.js';
import { KnownQuota } from './known-quota.js';
import { rejectOnAbort } from './reject-on-abort.js';
import { mayHaveTabs, type TabNews, Tabs } from './tabs.js';
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
  #refusalEndMs = 0;
  #pausedUntilMs = 0;
  readonly #quota = new KnownQuota(mayHaveTabs());
  readonly #tabs: Tabs;

  constructor(options: RateLimitQueueOptions) {
    this.#options = options;
    this.#tabs = new Tabs(options.clock, {
      hear: (news) => this.#hear(news),
      answer: () => this.#answer(),
    });
  }

  /** Shares the quota of the key with other tabs from now on. */
  join(baseUrl: string, apiKey: string): void {
    this.#tabs.join(baseUrl, apiKey);
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
    const nowMs = elapsedMs(this.#options.clock);
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
      if (waiter.ticket !== undefined) this.release(waiter.ticket, undefined, false);
      this.#waiters = this.#waiters.filter((other) => other !== waiter);
      this.#clearIdleTimer();
      throw error;
    }
  }

  /**
   * @param report What the response reported; undefined if there was no response or it reported nothing.
   * @param isAdmitted Whether there was a response other than a 429.
   */
  release(ticket: number, report: readonly Remaining[] | undefined, isAdmitted: boolean): void {
    this.#inFlight -= 1;
    if (report) this.#quota.learn(ticket, this.#startCount, elapsedMs(this.#options.clock), report);
    if (isAdmitted) this.#quota.admit(ticket);
    this.#tabs.post({ report });
    if (this.#waiters.length > 0) this.#startNext();
    if (this.#inFlight === 0) this.#quota.slowDown();
  }

  /**
   * Stops sending for `waitMs`. If that is longer than `maxWaitMs`, all waiting calls are rejected with the refusal.
   */
  pause(waitMs: number, refusal: RateLimitError): void {
    this.#pause(waitMs, refusal);
    this.#tabs.post(this.#answer());
  }

  #hear({ report, refusal }: TabNews): void {
    if (report) this.#quota.learn(0, this.#startCount, elapsedMs(this.#options.clock), report);
    if (refusal) {
      const { waitMs, headers, ...init } = refusal;
      const retryAt = new Date(this.#options.clock.now() + waitMs);
      this.#pause(waitMs, new RateLimitError({ ...init, headers: new Headers(headers) }, retryAt));
    }
    if (this.#waiters.length > 0) this.#startNext();
  }

  #answer(): TabNews {
    const nowMs = elapsedMs(this.#options.clock);
    const waitMs = this.#refusalEndMs - nowMs;
    const report = this.#quota.report(nowMs);
    if (!this.#refusal || waitMs <= 0) return { report };
    const { rateLimit, headers } = this.#refusal;
    const refusal = { ...this.#refusal.toJSON(), rateLimit, headers: [...headers], waitMs };
    return { report, refusal };
  }

  #pause(waitMs: number, refusal: RateLimitError): void {
    const endMs = elapsedMs(this.#options.clock) + waitMs;
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, endMs + Math.random() * MAX_JITTER_MS);
    if (endMs >= this.#refusalEndMs) {
      this.#refusal = refusal;
      this.#refusalEndMs = endMs;
    }
    this.#quota.refuse(this.#startCount);
    if (waitMs <= this.#options.maxWaitMs) return;
    for (const waiter of this.#waiters.splice(0)) waiter.reject(this.#copyRefusal());
    this.#clearIdleTimer();
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
    this.#tabs.announce();
    this.#inFlight += 1;
    this.#lastStartMs = nowMs;
    this.#startCount += 1;
    return this.#startCount;
  }

  /** The time at which the next attempt may start; undefined if that depends on a response still in flight. */
  #nextStartMs(nowMs: number): number | undefined {
    const windows = this.#quota.windows(nowMs);
    const { activeCount, isUnnoticed } = this.#tabs;
    const limit = isUnnoticed ? 1 : this.#quota.limit(windows, activeCount);
    if (this.#inFlight >= limit) return undefined;
    let startMs = this.#pausedUntilMs;
    for (const { remaining, resetMs } of windows) {
      const available = Math.floor(remaining / activeCount) - this.#inFlight; // the report may not include requests in flight
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
    const retryAtMs = isPause ? this.#refusalEndMs : atMs;
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
    const { clock } = this.#options;
    const retryAt = new Date(clock.now() + this.#refusalEndMs - elapsedMs(clock));
    return this.#refusal && new RateLimitError(this.#refusal, retryAt);
  }
}
