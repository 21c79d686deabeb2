// Puts the limiter's sweeping into the test's hands: its timer alone is held still, everything else runs as ever.

/** In `beforeEach`, before a limiter is made. */
export function holdSweeps(): void {
  jest.useFakeTimers({
    doNotFake: [
      'Date',
      'clearImmediate',
      'clearTimeout',
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'setTimeout',
    ],
  });
}

/** In `afterEach`. */
export function releaseSweeps(): void {
  jest.clearAllTimers();
  jest.useRealTimers();
}

/** Lets every limiter sweep once. */
export function sweep(): void {
  jest.advanceTimersByTime(1000);
}
