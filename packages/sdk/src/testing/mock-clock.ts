// Mock clock: the current time of the mock, which sleeps and tests advance without waiting.
import { refuse } from '../client/refuse.js';
import { addAbortListener } from '../platform/abort.js';
import type { Clock } from '../platform/clock.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The platform's own timer: the fake timers of a test would not end a sleep. */
const { setTimeout } = globalThis;

/**
 * Clock of a mock. It starts at the beginning of the current UTC minute, so that no window of the quota ends in the middle
 * of a test, and then runs as the system clock does. Pass it to the client, and waits take no time.
 */
export interface MockClock extends Clock {
  /** Lets time pass: for the quota, bans and stored idempotency keys, and for the waits of clients with this clock. */
  advance(ms: number): void;
}

interface Sleeper {
  endMs: number;
  wake(): void;
}

export function createMockClock(): MockClock {
  const startMs = Date.now();
  let offsetMs = startOfWindow(startMs) - startMs;
  let sleepers: Sleeper[] = [];
  let isScheduled = false;

  const now = () => Date.now() + offsetMs;
  const advance = (ms: number) => {
    offsetMs += ms;
    const nowMs = now();
    const due = sleepers.filter(({ endMs }) => endMs <= nowMs);
    sleepers = sleepers.filter(({ endMs }) => endMs > nowMs);
    for (const { wake } of due) wake();
  };
  /** Ends one sleep for each turn of the event loop, the earliest first, so that responses in flight arrive before. */
  const schedule = () => {
    if (isScheduled) return;
    isScheduled = true;
    setTimeout(() => {
      isScheduled = false;
      if (sleepers.length === 0) return;
      const endMs = Math.min(...sleepers.map((sleeper) => sleeper.endMs));
      advance(Math.max(0, endMs - now()));
      if (sleepers.length > 0) schedule();
    }, 0);
  };

  return {
    now,
    advance(ms) {
      if (!(ms >= 0)) refuse('ms', 'a number from 0', ms);
      advance(ms);
    },
    sleep(delayMs, signal) {
      if (signal?.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const wake = () => {
          sleepers = sleepers.filter((other) => other !== sleeper);
          removeListener();
          resolve();
        };
        const sleeper = { endMs: now() + delayMs, wake };
        const removeListener = addAbortListener(signal, wake);
        sleepers.push(sleeper);
        schedule();
      });
    },
  };
}

/** The start of the minute or, if the day ends within an hour, of the hour: the day must not end in a test either. */
function startOfWindow(nowMs: number): number {
  const isLate = DAY_MS - (nowMs % DAY_MS) < HOUR_MS;
  const unitMs = isLate ? HOUR_MS : MINUTE_MS;
  return Math.floor(nowMs / unitMs) * unitMs;
}
