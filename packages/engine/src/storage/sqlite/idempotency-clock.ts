// Clock for the expiry of idempotency records. It tolerates a wall clock that jumps, since a SQLite server has no other.
//
// After the wall clock jumps ahead, a retry must not create a second row. So there are two clocks: the wall clock, and a
// steady clock, which is the wall clock at startup plus the elapsed time. A record gets the later of the two as its
// timestamp, and its age is measured by the earlier one. If every record would have expired at once, the wall clock may
// have been wrong at startup already, so none expires for one retention period. All rules err on the same side: a record
// may be kept longer than necessary.
import { type Clock, systemClock } from '../../lib/clock.js';

export type IdempotencyClock = ReturnType<typeof createIdempotencyClock>;

/** @param uptime Milliseconds since any moment, by a monotonic clock. */
export function createIdempotencyClock(
  wallClock: Clock = systemClock,
  uptime: Clock = () => performance.now(),
) {
  const startedMs = wallClock() - uptime();
  const steadyClock = () => Math.floor(startedMs + uptime());
  let trustedMs: number | undefined;
  return {
    /** The timestamp of a new record. */
    timestampMs: () => Math.max(wallClock(), steadyClock()),
    /**
     * Records with this timestamp, or an earlier one, have expired.
     * @param newestMs Returns the timestamp of the newest record. It is called once.
     */
    expiredMs(retentionMs: number, newestMs: () => number | undefined): number {
      const nowMs = Math.min(wallClock(), steadyClock());
      const expiredMs = nowMs - retentionMs;
      trustedMs ??= (newestMs() ?? nowMs) > expiredMs ? nowMs : nowMs + retentionMs;
      return nowMs < trustedMs ? 0 : expiredMs;
    },
  };
}
