// Usage recorder: counts requests by day, key, operation and status class in memory, and adds them to the store.
//
// Every 10 seconds, the counts become batches of rows, which are added to the table `usage`. Without requests, nothing is
// written. A batch that cannot be written is repeated until it is, and counts once even if an earlier attempt succeeded
// unnoticed. A server that is killed loses the counts of the last 10 seconds; one that is stopped loses none.
//
// Memory is bounded: one row for each key, operation and status class, and for each day on which nothing can be written.
import { randomUUID } from 'node:crypto';
import { dayOf } from '@animal-store/contract/rate-limit';
import type { Logger } from 'pino';
import type { Exchange } from '../http/exchange.js';
import type { Clock } from '../lib/clock.js';
import type { UsageBatch, UsageRow, UsageStore } from './usage-store.js';

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

export class UsageRecorder {
  readonly #store: UsageStore;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #writer = randomUUID();
  readonly #timer: NodeJS.Timeout;
  #rows = new Map<string, UsageRow>();
  /** Batches that are not known to be written. New ones are made of the rows once all of these are written. */
  #batches: UsageBatch[] = [];
  #lastNumber = 0;
  #writing: Promise<void> | undefined;
  #isFailing = false;

  constructor(store: UsageStore, clock: Clock, log: Logger) {
    this.#store = store;
    this.#clock = clock;
    this.#log = log;
    this.#timer = setInterval(() => this.flush(), FLUSH_INTERVAL_MS).unref();
  }

  record(keyId: string, operation: string, status: number): void {
    const day = dayOf(this.#clock());
    const statusClass = Math.floor(status / 100);
    const name = `${day} ${keyId} ${operation} ${statusClass}`;
    const row = this.#rows.get(name);
    if (row === undefined)
      this.#rows.set(name, { day, keyId, operation, statusClass, requests: 1 });
    else row.requests += 1;
  }

  /** Writes what was recorded before the call, unless a flush is running. Keeps what cannot be written. Never rejects. */
  async flush(): Promise<void> {
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
    });
    await this.#writing;
  }

  /** Writes everything. Logs what cannot be written, and is lost. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#writing; // it has not taken the latest rows
    await this.flush();
    const lost = [...this.#batches.flatMap(({ rows }) => rows), ...this.#rows.values()];
    if (lost.length === 0) return;
    const requests = lost.reduce((sum, row) => sum + row.requests, 0);
    this.#log.error({ requests }, 'usage could not be written: these requests are not counted');
  }

  async #write(): Promise<void> {
    try {
      await this.#writeBatches();
      this.#takeRows();
      await this.#writeBatches();
      if (this.#isFailing) this.#log.info('usage is written again; nothing was lost');
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing)
        this.#log.warn({ err: error }, 'usage cannot be written now: it is kept in memory');
      this.#isFailing = true;
    }
  }

  async #writeBatches(): Promise<void> {
    const oldestDay = dayOf(this.#clock()) - USAGE_RETENTION_DAYS + 1;
    for (let [batch] = this.#batches; batch !== undefined; [batch] = this.#batches) {
      await this.#store.add(batch, oldestDay);
      this.#batches.shift();
    }
  }

  #takeRows(): void {
    const sorted = [...this.#rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
    this.#rows = new Map();
    for (let start = 0; start < sorted.length; start += MAX_ROWS_PER_BATCH) {
      this.#lastNumber += 1;
      const rows = sorted.slice(start, start + MAX_ROWS_PER_BATCH);
      this.#batches.push({ writer: this.#writer, number: this.#lastNumber, rows });
    }
  }
}
