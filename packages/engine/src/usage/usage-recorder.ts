// Usage recorder: counts requests by day, key, operation and status class in memory, and adds them to the store.
//
// Every 10 seconds, the counts become batches of rows, which are added to the table `usage`. Without requests, nothing is
// written. A batch that cannot be written is repeated until it is, and counts once even if an earlier attempt succeeded
// unnoticed. A server that is killed loses the counts of the last 10 seconds; one that is stopped loses none.
//
// Memory is bounded: one row for each key, operation and status class, and for each day on which nothing can be written.
import { randomUUID } from 'node:crypto';
import { dayOf } from '@animal-store/core/rate-limit';
import type { Logger } from 'pino';
import type { Clock } from '../lib/clock.js';
import type { Exchange } from '../request/exchange.js';
import type { UsageBatch, UsageRow, UsageStore } from '../storage/stores/usage-store.js';

export const USAGE_RETENTION_DAYS = 400;
/** The operation of requests that match none of the contract. An operationId has no hyphen. */
export const NO_OPERATION = 'no-operation';
const FLUSH_INTERVAL_MS = 10_000;
/** SQLite writes a batch within one tick. This number of rows blocks the event loop for a few milliseconds. */
const MAX_ROWS_PER_BATCH = 1_000;
/** The status of a request whose client disconnected before the reply. nginx logs it, too. */
const CLIENT_CLOSED_REQUEST = 499;

/** Records the requests whose key was found. */
export function recordUsage(recorder: UsageRecorder): (exchange: Exchange) => void {
  return ({ caller, operation, status = CLIENT_CLOSED_REQUEST }) => {
    if (caller !== undefined) recorder.record(caller.id, operation?.id ?? NO_OPERATION, status);
  };
}

export type UsageRecorder = ReturnType<typeof createUsageRecorder>;

export function createUsageRecorder(store: UsageStore, clock: Clock, log: Logger) {
  const writer = randomUUID();
  let rows = new Map<string, UsageRow>();
  /** Batches that are not known to be written. New ones are made of the rows once all of these are written. */
  const batches: UsageBatch[] = [];
  let lastNumber = 0;
  let writing: Promise<void> | undefined;
  let isFailing = false;
  const timer = setInterval(flush, FLUSH_INTERVAL_MS).unref();

  async function flush(): Promise<void> {
    writing ??= write().finally(() => {
      writing = undefined;
    });
    await writing;
  }

  async function write(): Promise<void> {
    try {
      await writeBatches();
      takeRows();
      await writeBatches();
      if (isFailing) log.info('usage is written again; nothing was lost');
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, 'usage cannot be written now: it is kept in memory');
      isFailing = true;
    }
  }

  async function writeBatches(): Promise<void> {
    const oldestDay = dayOf(clock()) - USAGE_RETENTION_DAYS + 1;
    for (let [batch] = batches; batch !== undefined; [batch] = batches) {
      await store.add(batch, oldestDay);
      batches.shift();
    }
  }

  function takeRows(): void {
    const sorted = [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
    rows = new Map();
    for (let start = 0; start < sorted.length; start += MAX_ROWS_PER_BATCH) {
      lastNumber += 1;
      const taken = sorted.slice(start, start + MAX_ROWS_PER_BATCH);
      batches.push({ writer, number: lastNumber, rows: taken });
    }
  }

  return {
    record(keyId: string, operation: string, status: number): void {
      const day = dayOf(clock());
      const statusClass = Math.floor(status / 100);
      const name = `${day} ${keyId} ${operation} ${statusClass}`;
      const row = rows.get(name);
      if (row === undefined) rows.set(name, { day, keyId, operation, statusClass, requests: 1 });
      else row.requests += 1;
    },
    /** Writes what was recorded before the call, unless a flush is running. Keeps what cannot be written. Never rejects. */
    flush,
    /** Writes everything. Logs what cannot be written, and is lost. */
    async close(): Promise<void> {
      clearInterval(timer);
      await writing; // it has not taken the latest rows
      await flush();
      const lost = [...batches.flatMap((batch) => batch.rows), ...rows.values()];
      if (lost.length === 0) return;
      const requests = lost.reduce((sum, row) => sum + row.requests, 0);
      log.error({ requests }, 'usage could not be written: these requests are not counted');
    },
  };
}
