// A place to keep counts that does with each write what the test says: until then the write is under way.
import { type Counts, StorageFullError, StorageUnavailableError } from '../../src/model.js';
import type { CounterStore } from '../../src/storage/store.js';

interface Write {
  subject: string;
  counts: Counts;
  resolve(): void;
  reject(reason: Error): void;
}

/** `full`: not written for want of room; `unsure`: it was written, but the writer hears of a failure. */
export type Fate = 'written' | 'failed' | 'full' | 'unsure';

export class HeldCounters implements CounterStore {
  /** What a crash leaves. */
  readonly rows: Map<string, Counts>;
  loads = 0;
  /** The times before which addresses were to be forgotten. */
  readonly forgotten: number[] = [];
  #writes: Write[] = [];

  constructor(rows = new Map<string, Counts>()) {
    this.rows = rows;
  }

  async load(subject: string): Promise<Counts | undefined> {
    this.loads += 1;
    return this.rows.get(subject);
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

  /** How many writes are under way. */
  get underWay(): number {
    return this.#writes.length;
  }

  /** Decides the oldest write, and lets everyone who waits for it go on. */
  async settle(fate: Fate): Promise<void> {
    const write = this.#writes.shift();
    if (write === undefined) return;
    if (fate === 'written' || fate === 'unsure') this.rows.set(write.subject, write.counts);
    if (fate === 'written') write.resolve();
    else if (fate === 'full') write.reject(new StorageFullError('the disk is full'));
    else write.reject(new StorageUnavailableError('the database is locked'));
    await untilQuiet();
  }

  /** The process is gone: the `written` oldest writes got through, the others did not, and nobody hears of either. */
  crash(written: number): HeldCounters {
    for (const { subject, counts } of this.#writes.splice(0).slice(0, written)) {
      this.rows.set(subject, counts);
    }
    return new HeldCounters(new Map(this.rows));
  }
}

/** Resolves when every promise that can go on has gone on. */
export function untilQuiet(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
