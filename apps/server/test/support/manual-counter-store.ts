// Counter store whose writes stay pending until the test settles them.
import type { Counts } from '@animal-store/core/rate-limit';
import { StorageFullError, StorageUnavailableError } from '@animal-store/engine/internal/model';
import type { CounterStore } from '@animal-store/engine/internal/storage/stores/counter-store';

interface Write {
  subject: string;
  counts: Counts;
  resolve(): void;
  reject(reason: Error): void;
}

/** `full`: the disk is full, nothing is written. `unsure`: the write succeeds, but the writer gets an error. */
export type WriteOutcome = 'written' | 'failed' | 'full' | 'unsure';

export class ManualCounterStore implements CounterStore {
  /** Committed rows, which survive a crash. */
  readonly rows: Map<string, Counts>;
  loads = 0;
  /** `beforeMs` of each `forget` call. */
  readonly forgotten: number[] = [];
  #writes: Write[] = [];

  constructor(rows = new Map<string, Counts>()) {
    this.rows = rows;
  }

  async load(subject: string): Promise<Counts | undefined> {
    this.loads += 1;
    return this.rows.get(subject);
  }

  async loadAll(): Promise<never> {
    throw new Error('only commands load the counts of many subjects');
  }

  save(subject: string, counts: Counts): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#writes.push({ subject, counts, resolve, reject });
    });
  }

  async dropAhead(): Promise<number> {
    return 0;
  }

  async forget(beforeMs: number): Promise<void> {
    this.forgotten.push(beforeMs);
  }

  /** Number of pending writes. */
  get pendingWrites(): number {
    return this.#writes.length;
  }

  /** Settles the oldest write, then runs all resulting microtasks. */
  async settle(outcome: WriteOutcome): Promise<void> {
    const write = this.#writes.shift();
    if (write === undefined) return;
    if (outcome === 'written' || outcome === 'unsure') this.rows.set(write.subject, write.counts);
    if (outcome === 'written') write.resolve();
    else if (outcome === 'full') write.reject(new StorageFullError('store.db'));
    else write.reject(new StorageUnavailableError('the database is locked'));
    await flushMicrotasks();
  }

  /** Simulates a crash: the `written` oldest writes are committed, all others are lost. No write is settled. */
  crash(written: number): ManualCounterStore {
    for (const { subject, counts } of this.#writes.splice(0).slice(0, written)) {
      this.rows.set(subject, counts);
    }
    return new ManualCounterStore(new Map(this.rows));
  }
}

/** Resolves after all pending microtasks have run. */
export function flushMicrotasks(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
