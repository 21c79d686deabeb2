// Expiry of idempotency records that tolerates clock jumps. A machine with a SQLite file has only its own clock.
//
// After the clock jumps ahead, a retry must not create a second pet. So there are two clocks: the wall clock, and a
// steady clock, which is the wall clock at startup plus the elapsed time. A record is stamped with the later of the
// two, and its age is measured by the earlier one. If every record would have expired at once, the wall clock may have
// been wrong at startup already, so none expires for one retention period. All rules err on the same side: a record may
// be kept longer than necessary.
import { type Clock, systemClock } from '../../lib/clock.js';

export class RecordAge {
  readonly #clock: Clock;
  readonly #steady: Clock;
  #trustedMs: number | undefined;

  /** @param uptime Milliseconds since any moment, by a monotonic clock. */
  constructor(clock: Clock = systemClock, uptime: Clock = () => performance.now()) {
    const startedMs = clock() - uptime();
    this.#clock = clock;
    this.#steady = () => Math.floor(startedMs + uptime());
  }

  /** The timestamp of a new record. */
  stampMs(): number {
    return Math.max(this.#clock(), this.#steady());
  }

  /**
   * Records with this timestamp, or an earlier one, have expired.
   * @param newestMs Returns the timestamp of the newest record. It is called once.
   */
  expiredMs(retentionMs: number, newestMs: () => number | undefined): number {
    const nowMs = Math.min(this.#clock(), this.#steady());
    const expiredMs = nowMs - retentionMs;
    this.#trustedMs ??= (newestMs() ?? nowMs) > expiredMs ? nowMs : nowMs + retentionMs;
    return nowMs < this.#trustedMs ? 0 : expiredMs;
  }
}
