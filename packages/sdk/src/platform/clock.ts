// Clock: the current time and delays.
import { addAbortListener } from './abort.js';
import { isServer } from './platform.js';

/** Time source. Tests can inject their own. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Milliseconds from any start, which never go back. The client's waits are measured by it. Default: `now`. */
  elapsed?(): number;
  /** Resolves after the delay, or as soon as the signal is aborted. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
}

/** The Unix time of the start of `performance.now`, the latest that was seen. */
let startMs = 0;

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed() {
    const ms = globalThis.performance?.now() ?? 0;
    // While the machine of a page sleeps, it may stand still, but `Date` does not. Next.js forbids `Date` while it prerenders.
    if (!isServer()) startMs = Math.max(startMs, Date.now() - ms);
    return startMs + ms;
  },
  sleep: (delayMs, signal) =>
    new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        removeListener();
        resolve();
      };
      const timer = setTimeout(end, signal?.aborted ? 0 : delayMs);
      const removeListener = addAbortListener(signal, end);
    }),
};

export function elapsedMs(clock: Clock): number {
  return clock.elapsed?.() ?? clock.now();
}
