// Clock: the current time and delays.

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
    const ms = performance.now(); // it may stand still while the machine sleeps, but `Date` does not
    startMs = Math.max(startMs, Date.now() - ms);
    return startMs + ms;
  },
  sleep: (delayMs, signal) =>
    new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, signal?.aborted ? 0 : delayMs);
      signal?.addEventListener('abort', end);
    }),
};

export function elapsedMs(clock: Clock): number {
  return clock.elapsed?.() ?? clock.now();
}
