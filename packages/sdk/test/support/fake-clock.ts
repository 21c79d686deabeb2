// A clock that jumps to the end of every sleep, and remembers how long each was.
import type { Clock } from '../../src/clock.js';

export interface FakeClock extends Clock {
  nowMs: number;
  slept: number[];
}

export function fakeClock(startMs = 1_795_132_800_000): FakeClock {
  const clock: FakeClock = {
    nowMs: startMs,
    slept: [],
    now: () => clock.nowMs,
    async sleep(milliseconds) {
      clock.slept.push(milliseconds);
      const untilMs = clock.nowMs + milliseconds;
      await new Promise((resolve) => setImmediate(resolve)); // replies under way arrive first
      clock.nowMs = Math.max(clock.nowMs, untilMs);
    },
  };
  return clock;
}
