// Owns the record of the times in which Redis was away for this node: for the log, for /readyz, and for the moment after.
import type { Logger } from 'pino';

/** So long after an outage other nodes may not be back, and Redis not know what they have admitted. */
const SETTLE_MS = 1_500;

export class Outages {
  readonly #log: Logger;
  /** How many requests this node has decided by itself, in these times or because Redis was too slow for them. */
  decidedLocally = 0;
  #count = 0;
  /** What `decidedLocally` was when the last one began. */
  #decidedBefore = 0;
  #settledMs = 0;

  constructor(log: Logger) {
    this.#log = log;
  }

  get count(): number {
    return this.#count;
  }

  get isJustOver(): boolean {
    return performance.now() < this.#settledMs;
  }

  begin(reason: string): void {
    this.#count += 1;
    this.#decidedBefore = this.decidedLocally;
    this.#log.warn({ reason }, 'Redis is away: counting alone');
  }

  end(awayMs: number): void {
    this.#settledMs = performance.now() + SETTLE_MS;
    const decidedLocally = this.decidedLocally - this.#decidedBefore;
    this.#log.info({ awayMs: Math.round(awayMs), decidedLocally }, 'Redis is back');
  }
}
