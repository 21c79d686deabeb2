// Owns the counters of a server that runs alone: decided in memory, kept in storage by leases.
//
// A write for each request would cost more than the request. So a lease is written ahead: the stored counts run up to a
// twentieth of the quota in front of the true ones, and only a request that passes them waits for a write. After a
// crash the stored counts are believed: a caller may lose the rest of a lease, but no window admits more than its quota.
// They are believed after a write that failed, too: whoever waited for it was not admitted, so nothing else is lost.
import type { BanPolicy, Quota } from '@animal-store/contract';
import type { Clock } from '../clock.js';
import { type CounterStore, type Counts, NO_COUNTS, StorageFull } from '../storage/store.js';
import type { Limiter } from './limiter.js';
import { type Decision, decide, peek, type Windows } from './quota.js';
import { SharedLoads } from './shared-loads.js';

const LEASES_PER_QUOTA = 20;
const LARGEST_LEASE = 1000;
const SWEEP_MS = 1000;
const FORGET_AFTER_MS = 120_000;
/** Behind both windows of an address, and behind any clock that is a day off. */
const DELETE_AFTER_MS = 2 * 86_400_000;
const DELETE_EVERY_MS = 3_600_000;

interface Entry {
  counts: Counts;
  /** What storage holds, or will hold once `saving` resolves. */
  stored: Counts;
  /** The write that `stored` waits for. */
  saving: Promise<void> | undefined;
  lastUsedMs: number;
  /** Whether something happened that storage has not been told exactly. */
  dirty: boolean;
  /** Whether somebody was admitted by these counts alone, because the disk was full. */
  unsaved: boolean;
}

export class LocalLimiter implements Limiter {
  readonly #entries = new Map<string, Entry>();
  readonly #loads = new SharedLoads<Entry>();
  readonly #store: CounterStore;
  readonly #clock: Clock;
  readonly #sweeper: NodeJS.Timeout;
  #deletedMs = Number.NEGATIVE_INFINITY;

  constructor(store: CounterStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
    this.#sweeper = setInterval(() => this.#sweep(), SWEEP_MS).unref();
    this.#deleteStrangers(clock());
  }

  async admit(subject: string, quota: Quota, ban?: BanPolicy): Promise<Decision> {
    const entry = this.#entries.get(subject) ?? (await this.#load(subject));
    const nowMs = this.#clock();
    const decision = decide(entry.counts, nowMs, quota, ban);
    entry.counts = decision.counts;
    entry.lastUsedMs = nowMs;
    entry.dirty = true;
    if (!covers(entry.stored, entry.counts)) this.#save(subject, entry, lease(entry.counts, quota));
    if (entry.saving) await entry.saving.catch(unlessFull);
    return decision;
  }

  async peek(subject: string, quota: Quota): Promise<Windows> {
    const entry = this.#entries.get(subject) ?? (await this.#load(subject));
    return peek(entry.counts, this.#clock(), quota);
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    for (const [subject, entry] of this.#entries) {
      if (entry.dirty) this.#saveExactly(subject, entry);
    }
    await Promise.all(Array.from(this.#entries.values(), (entry) => entry.saving));
  }

  #load(subject: string): Promise<Entry> {
    return this.#loads.get(subject, () => this.#readEntry(subject));
  }

  async #readEntry(subject: string): Promise<Entry> {
    const stored = (await this.#store.load(subject)) ?? NO_COUNTS;
    const entry: Entry = {
      counts: stored,
      stored,
      saving: undefined,
      lastUsedMs: 0,
      dirty: false,
      unsaved: false,
    };
    this.#entries.set(subject, entry);
    return entry;
  }

  /** A caller's writes reach storage in the order in which they are made: the store's queue sees to that. */
  #save(subject: string, entry: Entry, counts: Counts): void {
    entry.stored = counts;
    const saving = this.#store.save(subject, counts, entry.lastUsedMs).then(
      () => {
        if (entry.saving !== saving) return;
        entry.saving = undefined;
        entry.unsaved = false;
      },
      (error: unknown) => {
        entry.unsaved ||= error instanceof StorageFull;
        if (entry.saving === saving) this.#giveUpSaving(subject, entry);
        throw error;
      },
    );
    entry.saving = saving;
    saving.catch(() => {}); // whoever awaits it hears of it
  }

  /** The next request begins from what storage holds, and on a full disk, where nobody was turned away, from what we know. */
  #giveUpSaving(subject: string, entry: Entry): void {
    if (!entry.unsaved) {
      this.#entries.delete(subject);
      return;
    }
    entry.saving = undefined;
    entry.stored = NO_COUNTS;
    entry.dirty = true;
  }

  /** Gives the unused part of idle leases back, and forgets callers that are long gone. */
  #sweep(): void {
    const nowMs = this.#clock();
    for (const [subject, entry] of this.#entries) {
      const idleMs = Math.abs(nowMs - entry.lastUsedMs); // the clock may have stepped back
      if (entry.saving || idleMs < SWEEP_MS) continue;
      if (entry.dirty) this.#saveExactly(subject, entry);
      else if (idleMs > FORGET_AFTER_MS) this.#entries.delete(subject);
    }
    this.#deleteStrangers(nowMs);
  }

  /** Anyone can be counted under addresses without number: their rows must not pile up. */
  #deleteStrangers(nowMs: number): void {
    if (Math.abs(nowMs - this.#deletedMs) < DELETE_EVERY_MS) return;
    this.#deletedMs = nowMs;
    this.#store.forget(nowMs - DELETE_AFTER_MS).catch(() => {}); // the next hour tries again
  }

  #saveExactly(subject: string, entry: Entry): void {
    entry.dirty = false;
    this.#save(subject, entry, entry.counts);
  }
}

/** A full disk stops writes, not reads: as long as it is full, what was counted is known to this process alone. */
function unlessFull(error: unknown): void {
  if (!(error instanceof StorageFull)) throw error;
}

/** Whether counts as they are stored admit no more than the true ones would, and know of the same ban. */
function covers(stored: Counts, counts: Counts): boolean {
  return (
    stored.minute === counts.minute &&
    stored.day === counts.day &&
    stored.minuteCount >= counts.minuteCount &&
    stored.dayCount >= counts.dayCount &&
    stored.bannedUntilMs === counts.bannedUntilMs
  );
}

function lease(counts: Counts, quota: Quota): Counts {
  const { perMinute, perDay } = quota;
  const size = Math.min(Math.ceil(Math.min(perMinute, perDay) / LEASES_PER_QUOTA), LARGEST_LEASE);
  return {
    ...counts,
    minuteCount: Math.max(counts.minuteCount, Math.min(counts.minuteCount + size - 1, perMinute)),
    dayCount: Math.max(counts.dayCount, Math.min(counts.dayCount + size - 1, perDay)),
  };
}
