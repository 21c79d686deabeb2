// Owns the question whether the process keeps up: how late the event loop comes to what was due.
import type { Logger } from 'pino';

const LOOK_MS = 100;
/** Later than this, whoever asks has waited so long already that one more request helps nobody. */
const TOO_LATE_MS = 1_000;

export interface LoopWatch {
  /** Whether new requests should be turned away. */
  isLate(): boolean;
  close(): void;
}

export function watchEventLoop(log: Logger): LoopWatch {
  let lateMs = 0;
  let dueMs = performance.now() + LOOK_MS;
  const timer = setInterval(() => {
    const nowMs = performance.now();
    const before = lateMs;
    lateMs = nowMs - dueMs;
    dueMs = nowMs + LOOK_MS;
    if (lateMs > TOO_LATE_MS && before <= TOO_LATE_MS)
      log.warn({ lateMs: Math.round(lateMs) }, 'overloaded: requests are turned away');
  }, LOOK_MS).unref();
  /** After a stand-still, what has piled up may come before the timer does. */
  const isLate = () => Math.max(lateMs, performance.now() - dueMs) > TOO_LATE_MS;
  return { isLate, close: () => clearInterval(timer) };
}
