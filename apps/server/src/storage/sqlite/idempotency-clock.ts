// Clock for the expiry of idempotency records. It tolerates a wall clock that jumps, since a SQLite server has no other.
//
// After the wall clock jumps ahead, a retry must not create a second pet. So there are two clocks: the wall clock, and a
// steady clock, which is the wall clock at startup plus the elapsed time. A record gets the later of the two as its
// timestamp, and its age is measured by the earlier one. If every record would have expired at once, the wall clock may
// have been wrong at startup already, so none expires for one retention period. All rules err on the same side: a record
// may be kept longer than necessary.
import { type Clock, systemClock } from '../../lib/clock.js';

export class IdempotencyClock {
  readonly #wallClock: Clock;
  readonly #steadyClock: Clock;
  #trustedMs: number | undefined;

  /** @param uptime Milliseconds since any moment, by a monotonic clock. */
  constructor(wallClock: Clock = systemClock, uptime: Clock = () => performance.now()) {
    const startedMs = wallClock() - uptime();
    this.#wallClock = wallClock;
    this.#steadyClock = () => Math.floor(startedMs + uptime());
  }

  /** The timestamp of a new record. */
  timestampMs(): number {
    return Math.max(this.#wallClock(), this.#steadyClock());
  }

  /**
   * Records with this timestamp, or an earlier one, have expired.
   * @param newestMs Returns the timestamp of the newest record. It is called once.
   */
  expiredMs(retentionMs: number, newestMs: () => number | undefined): number {
    const nowMs = Math.min(this.#wallClock(), this.#steadyClock());
    const expiredMs = nowMs - retentionMs;
    this.#trustedMs ??= (newestMs() ?? nowMs) > expiredMs ? nowMs : nowMs + retentionMs;
    return nowMs < this.#trustedMs ? 0 : expiredMs;
  }
}
