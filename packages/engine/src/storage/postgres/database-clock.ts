// Database clock: this process' own clock plus PostgreSQL's offset from it, measured at startup and then at intervals.
// All nodes and operator commands share the database's time, whatever their own clocks show.
import type { Int64 } from '@animal-store/core';
import type { Logger } from 'pino';
import { type Clock, systemClock } from '../../lib/clock.js';
import { StorageUnavailableError } from '../../model.js';
import type { Sql } from '../sql.js';
import { withMaintenance } from './pool/postgres-client.js';

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

export type DatabaseClock = ReturnType<typeof createDatabaseClock>;

export function createDatabaseClock(database: Sql, clock: Clock, log: Logger | undefined) {
  let offsetMs = 0;
  const isSkewed = () => Math.abs(offsetMs) > MAX_SKEW_MS;

  /** Measures the offset. @throws StorageUnavailableError if the database cannot be read now. */
  async function measure(): Promise<void> {
    const measuredMs = await measureOffset(() => database.read(READ_CLOCK), clock);
    const wasSkewed = isSkewed();
    offsetMs = measuredMs;
    if (isSkewed() === wasSkewed) return;
    const skewMs = Math.round(-offsetMs);
    if (wasSkewed) log?.info({ skewMs }, "the clock agrees with the database's again");
    else log?.warn({ skewMs }, "the clock differs from the database's by more than a minute");
  }

  const timer = setInterval(() => {
    measure().catch(() => {}); // the next interval retries, and readiness reports the outage
  }, MEASURE_INTERVAL_MS).unref();

  return {
    measure,
    /** The database's time when ours is `nowMs`. The offset is truncated to whole seconds. */
    at: (nowMs: number) => nowMs + Math.trunc(offsetMs / 1000) * 1000,
    /** @throws StorageUnavailableError while this node's clock is more than a minute off. */
    assertSynchronized(): void {
      if (!isSkewed()) return;
      const seconds = Math.round(Math.abs(offsetMs) / 1000);
      const side = offsetMs > 0 ? 'behind' : 'ahead of';
      throw new StorageUnavailableError('the clock is skewed', {
        advice: `The node's clock is ${seconds} s ${side} the database's: synchronize it.`,
      });
    },
    close: () => clearInterval(timer),
  };
}
