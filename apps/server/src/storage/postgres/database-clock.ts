// Database clock: this process' own clock plus PostgreSQL's offset from it, measured at startup and then at intervals.
// All nodes and operator commands share the database's time, whatever their own clocks show.

import type { Int64 } from '@animal-store/contract';
import type { Logger } from 'pino';
import { type Clock, systemClock } from '../../lib/clock.js';
import { StorageUnavailableError } from '../../model.js';
import type { Sql } from '../sql.js';
import { withMaintenance } from './client.js';

const MEASURE_INTERVAL_MS = 30_000;
const MAX_SKEW_MS = 60_000;

/** SQL expression for the time at which the statement began, in milliseconds since the Unix epoch. */
export const NOW_MS = '(extract(epoch FROM statement_timestamp()) * 1000)::bigint';

const READ_CLOCK = 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now_ms';

/** How far the database's clock is ahead of this machine's, in milliseconds. @throws PostgreSQL's error, or the socket's. */
export function readClockOffset(url: string): Promise<number> {
  return withMaintenance(url, (client) =>
    measureOffset(async () => (await client.query(READ_CLOCK)).rows, systemClock),
  );
}

async function measureOffset(
  read: () => Promise<{ now_ms: Int64 }[]>,
  clock: Clock,
): Promise<number> {
  const startMs = performance.now();
  const [row] = await read();
  const roundTripMs = performance.now() - startMs;
  // PostgreSQL read its clock at some moment of the round trip. Its middle is the best estimate.
  return Number(row?.now_ms) - (clock() - roundTripMs / 2);
}

export class DatabaseClock {
  readonly #database: Sql;
  readonly #clock: Clock;
  readonly #log: Logger | undefined;
  readonly #timer: NodeJS.Timeout;
  #offsetMs = 0;

  constructor(database: Sql, clock: Clock, log: Logger | undefined) {
    this.#database = database;
    this.#clock = clock;
    this.#log = log;
    this.#timer = setInterval(() => {
      this.measure().catch(() => {}); // the next interval retries, and readiness reports the outage
    }, MEASURE_INTERVAL_MS).unref();
  }

  /** The database's time when ours is `nowMs`. The offset is truncated to whole seconds. */
  at(nowMs: number): number {
    return nowMs + Math.trunc(this.#offsetMs / 1000) * 1000;
  }

  /** @throws StorageUnavailableError while this node's clock is more than a minute off. */
  assertSynchronized(): void {
    if (!this.#isSkewed) return;
    const seconds = Math.round(Math.abs(this.#offsetMs) / 1000);
    const side = this.#offsetMs > 0 ? 'behind' : 'ahead of';
    throw new StorageUnavailableError('the clock is skewed', {
      advice: `The node's clock is ${seconds} s ${side} the database's: synchronize it.`,
    });
  }

  /** Measures the offset. @throws StorageUnavailableError if the database cannot be read now. */
  async measure(): Promise<void> {
    const offsetMs = await measureOffset(() => this.#database.read(READ_CLOCK), this.#clock);
    const wasSkewed = this.#isSkewed;
    this.#offsetMs = offsetMs;
    if (this.#isSkewed === wasSkewed) return;
    const skewMs = Math.round(-this.#offsetMs);
    if (wasSkewed) this.#log?.info({ skewMs }, "the clock agrees with the database's again");
    else this.#log?.warn({ skewMs }, "the clock differs from the database's by more than a minute");
  }

  close(): void {
    clearInterval(this.#timer);
  }

  get #isSkewed(): boolean {
    return Math.abs(this.#offsetMs) > MAX_SKEW_MS;
  }
}
