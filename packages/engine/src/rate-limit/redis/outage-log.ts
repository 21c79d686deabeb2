// Outage log: when Redis is unavailable, why, and when it is back, in few lines however many calls fail.
import type { Logger } from 'pino';

const KEY_WARNING_INTERVAL_MS = 60_000;

export function createOutageLog(log: Logger) {
  /** Of the present outage. */
  let loggedReason: string | undefined;
  let keyWarnedMs = Number.NEGATIVE_INFINITY;
  return {
    /** Writes a line for each reason of an outage, in which Redis may refuse each new connection. */
    unavailable(reason: string): void {
      if (reason === loggedReason) return;
      loggedReason = reason;
      log.warn({ reason }, 'Redis is unavailable: rate limits are decided locally');
    },
    available(outageMs: number, decidedLocally: number): void {
      loggedReason = undefined;
      log.info({ outageMs: Math.round(outageMs), decidedLocally }, 'Redis is available again');
    },
    /** Writes a line a minute at most: each request of a key may fail. */
    keyFailed(key: string, reason: string): void {
      const nowMs = performance.now();
      if (nowMs - keyWarnedMs < KEY_WARNING_INTERVAL_MS) return;
      keyWarnedMs = nowMs;
      log.warn({ key, reason }, 'Redis cannot count this key: it is counted locally');
    },
  };
}
