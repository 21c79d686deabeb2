// Limiter of a server that runs alone: it decides in memory, and keeps the counts in storage by leases.
//
// A write for each request would cost more than the request itself. So a lease is written ahead: the stored counts
// exceed the true counts by up to a twentieth of the quota, and only a request that passes the stored counts waits for
// a write. After a crash the stored counts apply: a caller may lose the rest of a lease, but no window admits more than
// its quota. They apply after a failed write, too: the requests that waited for it were not admitted, so nothing else
// is lost.
import type { Quota } from '@animal-store/core';
import {
  type Counts,
  DAY_MS,
  decide,
  NO_COUNTS,
  peek,
  refusalOf,
} from '@animal-store/core/rate-limit';
import type { Clock } from '../lib/clock.js';
import { SingleFlight } from '../lib/single-flight.js';
import { StorageFullError } from '../model.js';
import type { CounterStore } from '../storage/stores/counter-store.js';
import type { Limiter } from './limiter.js';

const LEASES_PER_QUOTA = 20;
const MAX_LEASE = 1000;
const SWEEP_INTERVAL_MS = 1000;
const IDLE_TIMEOUT_MS = 120_000;
/** Later than the end of both windows of an address, even if a clock is a day off. */
const ADDRESS_RETENTION_MS = 2 * DAY_MS;
const DELETE_INTERVAL_MS = 3_600_000;

interface Entry {
  counts: Counts;
  /** The counts in storage; while `saving` is pending, the counts that it writes. */
  stored: Counts;
  /** The pending write of `stored`. */
  saving: Promise<void> | undefined;
  lastUsedMs: number;
  /** Whether `counts` changed since storage last received exact counts. */
  dirty: boolean;
  /** Whether requests were admitted although their counts could not be stored, because the disk was full. */
  unsaved: boolean;
}

export function createLocalLimiter(store: CounterStore, clock: Clock): Limiter {
  const entries = new Map<string, Entry>();
  const loads = new SingleFlight<Entry>();
  let deletedMs = Number.NEGATIVE_INFINITY;
  const sweeper = setInterval(sweep, SWEEP_INTERVAL_MS).unref();
  deleteOldAddresses(clock());

  const load = (subject: string) => loads.get(subject, () => readEntry(subject));

  async function readEntry(subject: string): Promise<Entry> {
    const stored = (await store.load(subject)) ?? NO_COUNTS;
    const entry: Entry = {
      counts: stored,
      stored,
      saving: undefined,
      lastUsedMs: 0,
      dirty: false,
      unsaved: false,
    };
    entries.set(subject, entry);
    return entry;
  }

  /** The store's queue keeps the order of the writes for one subject. */
  function save(subject: string, entry: Entry, counts: Counts): void {
    entry.stored = counts;
    const saving = store.save(subject, counts, entry.lastUsedMs).then(
      () => {
        if (entry.saving !== saving) return;
        entry.saving = undefined;
        entry.unsaved = false;
      },
      (error: unknown) => {
        entry.unsaved ||= error instanceof StorageFullError;
        if (entry.saving === saving) handleFailedSave(subject, entry);
        throw error;
      },
    );
    entry.saving = saving;
    saving.catch(() => {}); // reported to the requests that await it
  }

  /**
   * After a failed write, the next request starts from the counts in storage. If the disk was full, requests were
   * admitted nevertheless, so the next one starts from the counts in memory.
   */
  function handleFailedSave(subject: string, entry: Entry): void {
    if (!entry.unsaved) {
      entries.delete(subject);
      return;
    }
    entry.saving = undefined;
    entry.stored = NO_COUNTS;
    entry.dirty = true;
  }

  function saveExactly(subject: string, entry: Entry): void {
    entry.dirty = false;
    save(subject, entry, entry.counts);
  }

  /** Returns the unused part of idle leases, and drops entries that have been idle for two minutes. */
  function sweep(): void {
    const nowMs = clock();
    for (const [subject, entry] of entries) {
      const idleMs = Math.abs(nowMs - entry.lastUsedMs); // the clock may have stepped back
      if (entry.saving || idleMs < SWEEP_INTERVAL_MS) continue;
      if (entry.dirty) saveExactly(subject, entry);
      else if (idleMs > IDLE_TIMEOUT_MS) entries.delete(subject);
    }
    deleteOldAddresses(nowMs);
  }

  /** Deletes old counts of addresses, since anonymous clients can use any number of them. */
  function deleteOldAddresses(nowMs: number): void {
    if (Math.abs(nowMs - deletedMs) < DELETE_INTERVAL_MS) return;
    deletedMs = nowMs;
    store.forget(nowMs - ADDRESS_RETENTION_MS).catch(() => {}); // retried after an hour
  }

  return {
    async admit(subject, quota, bans) {
      const entry = entries.get(subject) ?? (await load(subject));
      const nowMs = clock();
      const decision = decide(entry.counts, nowMs, quota, bans);
      entry.counts = decision.counts;
      entry.lastUsedMs = nowMs;
      entry.dirty = true;
      if (!covers(entry.stored, entry.counts)) save(subject, entry, lease(entry.counts, quota));
      if (entry.saving) await entry.saving.catch(ignoreFullDisk);
      return decision;
    },
    knownRefusal(subject, quota) {
      const entry = entries.get(subject);
      if (entry === undefined) return undefined;
      const nowMs = clock();
      const refusal = refusalOf(entry.counts, nowMs, quota);
      if (refusal) entry.lastUsedMs = nowMs;
      return refusal;
    },
    async peek(subject, quota) {
      const entry = entries.get(subject) ?? (await load(subject));
      return peek(entry.counts, clock(), quota);
    },
    async close() {
      clearInterval(sweeper);
      for (const [subject, entry] of entries) if (entry.dirty) saveExactly(subject, entry);
      await Promise.all(Array.from(entries.values(), (entry) => entry.saving));
    },
  };
}

/** Ignores a full disk, which fails writes but not reads. While it is full, only this process has the true counts. */
function ignoreFullDisk(error: unknown): void {
  if (!(error instanceof StorageFullError)) throw error;
}

/** Whether the stored counts admit no more requests than the true counts would, and hold the same ban. */
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
  const size = Math.min(Math.ceil(Math.min(perMinute, perDay) / LEASES_PER_QUOTA), MAX_LEASE);
  return {
    ...counts,
    minuteCount: Math.max(counts.minuteCount, Math.min(counts.minuteCount + size - 1, perMinute)),
    dayCount: Math.max(counts.dayCount, Math.min(counts.dayCount + size - 1, perDay)),
  };
}
