// Fake timer for the limiter's sweep. Only setInterval is faked.

/** Call in `beforeEach`, before a limiter is created. */
export function fakeSweepTimer(): void {
  jest.useFakeTimers({
    doNotFake: [
      ...(['Date', 'clearImmediate', 'clearTimeout', 'hrtime', 'nextTick'] as const),
      ...(['performance', 'queueMicrotask', 'setImmediate', 'setTimeout'] as const),
    ],
  });
}

/** Call in `afterEach`. */
export function restoreSweepTimer(): void {
  jest.clearAllTimers();
  jest.useRealTimers();
}

/** Runs the sweep of every limiter once. */
export function sweep(): void {
  jest.advanceTimersByTime(1000);
}
