// Event-loop monitor for load shedding: decides which requests are refused while the process is overloaded, and logs
// the overload.
//
// There are two priorities. A request with a valid key has high priority, unless the key is over its own quota. All
// other requests have low priority: without a key, with a malformed key, with a key that is over its quota or banned
// as far as this process knows, or with an unknown key from an address that is over its quota.
//
// Low priority has a time budget in each turn of the event loop, because libuv accepts one connection in a turn: while
// turns are long, new connections wait. Once low-priority requests have used 1 ms of a turn, their replies close the
// connection, so that a flood waits in the accept queue and does not lengthen the turn. Clients with a key that was
// issued get 4 ms: they are few, and a new connection costs the server more than a refusal. After 10 ms, low-priority
// requests are shed with 503, except the first six of the turn: the files of one page may be slow in a cold process.
// The time of replies that are written at the end of the turn (pending-replies.ts) is not counted.
//
// Both priorities are shed by age: low after 1 s, high after 5 s. The age is an upper bound. A request became readable
// after the poll before the one that returned it, so it is no older than the beginning of the previous turn. If the
// loop has been idle since, it is no older than the beginning of this turn. A process that was suspended looks idle
// too; a late timer detects that.
import { performance } from 'node:perf_hooks';
import type { Logger } from 'pino';
import { atTurnEnd } from '../lib/event-loop-turn.js';
import { createIncidentLog } from '../logging/incident-log.js';

const CLOSE_AFTER_MS_PER_TURN = { anonymous: 1, refused: 4, key: Number.POSITIVE_INFINITY };
const SHED_AFTER_MS_PER_TURN = 10;
/** The connections that browsers open to a host over HTTP/1.1. */
const NOT_SHED_PER_TURN = 6;
const MAX_AGE_LOW_MS = 1_000;
const MAX_AGE_HIGH_MS = 5_000;
const CHECK_INTERVAL_MS = 100;
/** An overload ends when no request was shed for this long. */
const OVERLOAD_QUIET_MS = 5_000;

/**
 * `anonymous`, low priority: no well-formed key, or an unknown one from an address that is over its quota. `refused`, low
 * priority: a key that is over its quota or banned. `key`: high priority.
 */
export type RequestClass = 'anonymous' | 'refused' | 'key';
/** `close`: serve the request, then close the connection. `shed`: reply with 503. */
type LoadDecision = 'serve' | 'close' | 'shed';

/** The event loop as the monitor sees it. Times are monotonic, in milliseconds. */
interface EventLoop {
  nowMs(): number;
  /** The total time that the loop has waited for events. */
  idleMs(): number;
  onTurnEnd(callback: () => void): void;
}

const EVENT_LOOP: EventLoop = {
  nowMs: () => performance.now(),
  idleMs: () => performance.nodeTiming.idleTime,
  onTurnEnd: (callback) => atTurnEnd('reply', callback),
};

export type EventLoopMonitor = ReturnType<typeof createEventLoopMonitor>;

export function createEventLoopMonitor(log: Logger, loop = EVENT_LOOP) {
  let turnStartMs = loop.nowMs();
  let dueMs = turnStartMs + CHECK_INTERVAL_MS;
  let lateMs = 0;
  let isInTurn = false;
  /** The earliest time at which a request of this turn can have become readable. A request's age counts from here. */
  let readableMs = turnStartMs;
  let idleMs = 0;
  /** The time used by low-priority requests in this turn, without the current request. */
  let lowPriorityMs = 0;
  /** The number of low-priority requests in this turn, with the current request. */
  let lowPriorityCount = 0;
  /** When the current request began, if its priority is low. */
  let lowSinceMs: number | undefined;
  /** The age of the last request with the decision `shed`. */
  let shedAgeMs = 0;
  const overload = createIncidentLog<RequestClass>(log, {
    noCounts: { anonymous: 0, refused: 0, key: 0 },
    beginMessage: 'overloaded: load shedding begins',
    endMessage: 'no longer overloaded: load shedding has ended',
    quietMs: OVERLOAD_QUIET_MS,
    fields: (shed, durationMs) =>
      durationMs === undefined
        ? { ageMs: Math.round(shedAgeMs) }
        : { shed, seconds: Math.round(durationMs / 100) / 10 },
  });

  function beginTurn(nowMs: number): void {
    isInTurn = true;
    loop.onTurnEnd(() => {
      isInTurn = false;
    });
    const nowIdleMs = loop.idleMs();
    readableMs = nowIdleMs > idleMs ? nowMs : turnStartMs;
    idleMs = nowIdleMs;
    turnStartMs = nowMs;
    lowPriorityMs = 0;
    lowPriorityCount = 0;
    lowSinceMs = undefined;
  }

  function check(): void {
    const nowMs = loop.nowMs();
    lateMs = nowMs - dueMs;
    dueMs = nowMs + CHECK_INTERVAL_MS;
    if (!isInTurn) beginTurn(nowMs); // so that a busy turn without requests counts as one
    overload.update(nowMs);
  }

  const timer = setInterval(check, CHECK_INTERVAL_MS).unref();
  return {
    /** Call it once for each request, at the start of its handling. */
    decide(requestClass: RequestClass): LoadDecision {
      const nowMs = loop.nowMs();
      if (!isInTurn) beginTurn(nowMs);
      if (lowSinceMs !== undefined) lowPriorityMs += nowMs - lowSinceMs;
      const isLow = requestClass !== 'key';
      if (isLow) lowPriorityCount += 1;
      lowSinceMs = isLow ? nowMs : undefined;
      const ageMs = Math.max(nowMs - readableMs, nowMs - dueMs, lateMs);
      const isBudgetSpent =
        lowPriorityMs > SHED_AFTER_MS_PER_TURN && lowPriorityCount > NOT_SHED_PER_TURN;
      if (ageMs > (isLow ? MAX_AGE_LOW_MS : MAX_AGE_HIGH_MS) || (isLow && isBudgetSpent)) {
        shedAgeMs = ageMs;
        return 'shed';
      }
      return lowPriorityMs > CLOSE_AFTER_MS_PER_TURN[requestClass] ? 'close' : 'serve';
    },
    /** Call it for each request that was shed. Not every `shed` decision leads to a 503: some paths are always served. */
    countShed(requestClass: RequestClass): void {
      overload.record(requestClass);
      overload.update(loop.nowMs());
    },
    /** The number of requests that were shed since the start, by class. */
    shed: overload.totals,
    close(): void {
      clearInterval(timer);
      overload.close();
    },
  };
}
