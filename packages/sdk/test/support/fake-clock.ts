// Clock that jumps to the end of each delay and records its length.
import type { Clock } from '../../src/platform/clock.js';

export interface FakeClock extends Clock {
  nowMs: number;
  /** Length of each delay, in milliseconds. */
  delaysMs: number[];
}

export function createFakeClock(startMs = 1_795_132_800_000): FakeClock {
  const clock: FakeClock = {
    nowMs: startMs,
    delaysMs: [],
    now: () => clock.nowMs,
    async sleep(delayMs) {
      clock.delaysMs.push(delayMs);
      const endMs = clock.nowMs + delayMs;
      await new Promise((resolve) => setImmediate(resolve)); // lets pending responses arrive first
      clock.nowMs = Math.max(clock.nowMs, endMs);
    },
  };
  return clock;
}
