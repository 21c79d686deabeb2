// Circuit breaker in front of Redis: decides whether to call it, and how long to wait for a reply.
//
// Closed, every call goes through. A failed call, or five in a row that time out, opens the breaker: calls then fail at
// once, and a probe runs every 250 ms. The first probe that succeeds in time closes it. A call to which Redis replies with
// an error opens it only if a probe fails too: otherwise only that key's calls fail.
//
// This is not a library, since a busy event loop must not count as a timeout of Redis. Time is counted in ticks of a
// timer, each followed by one read of the sockets: a process that was not scheduled for a while gets one late tick.
import { isReply } from './redis-connection.js';

const TICK_MS = 5;
/** At least 20 ms. A request that waited longer would delay its reply noticeably. */
const TIMEOUT_TICKS = 4;
const MAX_TIMEOUTS_IN_A_ROW = 5;
const PROBE_INTERVAL_MS = 250;

interface CircuitBreakerEvents {
  opened(reason: 'timeout' | { error: unknown }): void;
  closed(openMs: number): void;
  /** Redis replies with errors to the calls of one key alone. */
  keyFailed(key: string, error: unknown): void;
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

export function createCircuitBreaker(events: CircuitBreakerEvents) {
  /** In the order in which they were sent. */
  const pending = new Set<PendingCall>();
  let timeoutsInARow = 0;
  let ticks = 0;
  let ticker: NodeJS.Timeout | undefined;
  let open: OpenState | undefined;
  let isShutDown = false;

  /** @returns undefined if the call timed out. @throws its error. */
  function sendTimed<Result>(
    key: string,
    send: () => Promise<Result>,
  ): Promise<Result | undefined> {
    return new Promise((resolve, reject) => {
      const call: PendingCall = {
        sentTick: ticks,
        timeOut() {
          timeoutsInARow += 1;
          if (timeoutsInARow >= MAX_TIMEOUTS_IN_A_ROW) setOpen('timeout', key);
          resolve(undefined);
        },
      };
      pending.add(call);
      // The event loop reads its sockets between the timer and the immediate.
      ticker ??= setInterval(() => setImmediate(tick), TICK_MS);
      send().then(
        (result) => {
          if (pending.delete(call)) timeoutsInARow = 0;
          resolve(result);
        },
        (error: unknown) => {
          pending.delete(call);
          reject(error);
        },
      );
    });
  }

  function tick(): void {
    ticks += 1;
    for (const call of pending) {
      if (ticks - call.sentTick <= TIMEOUT_TICKS) return;
      pending.delete(call);
      call.timeOut();
    }
    clearInterval(ticker);
    ticker = undefined;
  }

  function setOpen(reason: 'timeout' | { error: unknown }, key: string): void {
    if (open || isShutDown) return;
    const timer = setInterval(probe, PROBE_INTERVAL_MS).unref();
    open = { sinceMs: performance.now(), key, timer };
    events.opened(reason);
  }

  /** Whether a probe succeeds in time. */
  async function isUp(key: string): Promise<boolean> {
    const probed = sendTimed(key, async () => {
      await events.probe(key);
      return true;
    });
    return (await probed.catch(() => false)) ?? false;
  }

  /** Runs even while an earlier probe is pending: only a probe that succeeds in time counts. */
  async function probe(): Promise<void> {
    const probed = open;
    if (!probed || !(await isUp(probed.key)) || open !== probed) return;
    clearInterval(probed.timer);
    open = undefined;
    timeoutsInARow = 0;
    events.closed(performance.now() - probed.sinceMs);
  }

  return {
    isOpen: () => open !== undefined,
    /** @returns the result; undefined if the breaker is open, the call failed, or it timed out and may still succeed. */
    async call<Result>(key: string, send: () => Promise<Result>): Promise<Result | undefined> {
      if (open || isShutDown) return undefined;
      try {
        return await sendTimed(key, send);
      } catch (error) {
        const isOfKey = isReply(error) && (await isUp(key));
        if (isOfKey) events.keyFailed(key, error);
        else setOpen({ error }, key);
        return undefined;
      }
    },
    /** Opens the breaker when the connection is lost, whether or not a call is pending. */
    trip: (error: Error, key: string) => setOpen({ error }, key),
    shutDown(): void {
      isShutDown = true;
      clearInterval(ticker);
      clearInterval(open?.timer);
    },
  };
}
