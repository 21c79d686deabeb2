// Circuit breaker in front of Redis: decides whether to call it, and how long to wait for a reply.
//
// Closed, every call goes through. A failed call, or five in a row that time out, opens the breaker: calls then fail at
// once, and a probe runs every 250 ms. The first probe that succeeds in time closes it. A call to which Redis replies with
// an error opens it only if a probe fails too: otherwise only that key's calls fail.
//
// This is not a library, since a busy event loop must not count as a timeout of Redis. Time is counted in ticks of a
// timer, each followed by one read of the sockets: a process that was not scheduled for a while gets one late tick.

const TICK_MS = 5;
/** At least 20 ms. A request that waited longer would delay its reply noticeably. */
const TIMEOUT_TICKS = 4;
const MAX_TIMEOUTS_IN_A_ROW = 5;
const PROBE_INTERVAL_MS = 250;

export interface CircuitBreakerEvents {
  opened(reason: 'timeout' | { error: unknown }): void;
  closed(openMs: number): void;
  /** Redis replies with errors to the calls of one key alone. */
  keyFailed(key: string, error: unknown): void;
  /** Whether Redis itself replied with the error. */
  isReply(error: unknown): boolean;
  /** Resolves if calls of other keys work, in the same slot of a cluster. */
  probe(key: string): Promise<unknown>;
}

interface PendingCall {
  sentTick: number;
  timeOut(): void;
}

interface OpenState {
  sinceMs: number;
  /** The key of the call that failed. In a cluster, the nodes of other keys may still work. */
  key: string;
  timer: NodeJS.Timeout;
}

export class CircuitBreaker {
  readonly #events: CircuitBreakerEvents;
  /** In the order in which they were sent. */
  readonly #pending = new Set<PendingCall>();
  #timeoutsInARow = 0;
  #ticks = 0;
  #ticker: NodeJS.Timeout | undefined;
  #open: OpenState | undefined;
  #isShutDown = false;

  constructor(events: CircuitBreakerEvents) {
    this.#events = events;
  }

  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  /** @returns the result; undefined if the breaker is open, the call failed, or it timed out and may still succeed. */
  async call<Result>(key: string, send: () => Promise<Result>): Promise<Result | undefined> {
    if (this.#open || this.#isShutDown) return undefined;
    try {
      return await this.#send(key, send);
    } catch (error) {
      const isOfKey = this.#events.isReply(error) && (await this.#isUp(key));
      if (isOfKey) this.#events.keyFailed(key, error);
      else this.#setOpen({ error }, key);
      return undefined;
    }
  }

  /** Opens the breaker when the connection is lost, whether or not a call is pending. */
  trip(error: Error, key: string): void {
    this.#setOpen({ error }, key);
  }

  shutDown(): void {
    this.#isShutDown = true;
    clearInterval(this.#ticker);
    clearInterval(this.#open?.timer);
  }

  /** @returns undefined if the call timed out. @throws its error. */
  #send<Result>(key: string, send: () => Promise<Result>): Promise<Result | undefined> {
    return new Promise((resolve, reject) => {
      const call: PendingCall = {
        sentTick: this.#ticks,
        timeOut: () => {
          this.#timeoutsInARow += 1;
          if (this.#timeoutsInARow >= MAX_TIMEOUTS_IN_A_ROW) this.#setOpen('timeout', key);
          resolve(undefined);
        },
      };
      this.#pending.add(call);
      // The event loop reads its sockets between the timer and the immediate.
      this.#ticker ??= setInterval(() => setImmediate(() => this.#tick()), TICK_MS);
      send().then(
        (result) => {
          if (this.#pending.delete(call)) this.#timeoutsInARow = 0;
          resolve(result);
        },
        (error: unknown) => {
          this.#pending.delete(call);
          reject(error);
        },
      );
    });
  }

  #tick(): void {
    this.#ticks += 1;
    for (const call of this.#pending) {
      if (this.#ticks - call.sentTick <= TIMEOUT_TICKS) return;
      this.#pending.delete(call);
      call.timeOut();
    }
    clearInterval(this.#ticker);
    this.#ticker = undefined;
  }

  #setOpen(reason: 'timeout' | { error: unknown }, key: string): void {
    if (this.#open || this.#isShutDown) return;
    const timer = setInterval(() => this.#probe(), PROBE_INTERVAL_MS).unref();
    this.#open = { sinceMs: performance.now(), key, timer };
    this.#events.opened(reason);
  }

  /** Whether a probe succeeds in time. */
  async #isUp(key: string): Promise<boolean> {
    const probe = this.#send(key, async () => {
      await this.#events.probe(key);
      return true;
    });
    return (await probe.catch(() => false)) ?? false;
  }

  /** Runs even while an earlier probe is pending: only a probe that succeeds in time counts. */
  async #probe(): Promise<void> {
    const open = this.#open;
    if (!open || !(await this.#isUp(open.key)) || this.#open !== open) return;
    clearInterval(open.timer);
    this.#open = undefined;
    this.#timeoutsInARow = 0;
    this.#events.closed(performance.now() - open.sinceMs);
  }
}
