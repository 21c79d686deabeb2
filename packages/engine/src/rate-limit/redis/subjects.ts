// Rate-limit state of one node: the counts of each subject, which is an API key or a client address.
//
// While Redis is unavailable, a node decides with this state alone. It admits its share, which is the quota divided by
// the number of nodes. Requests that it admitted through Redis in the same window count towards the share.
import type { Quota } from '@animal-store/core';
import {
  type BanOptions,
  type Counts,
  type Decision,
  dayOf,
  decide,
  liftBans,
  NO_COUNTS,
  rollWindows,
} from '@animal-store/core/rate-limit';
import { SingleFlight } from '../../lib/single-flight.js';
import { subjectOfAddress } from '../../model.js';
import type { CounterStore } from '../../storage/stores/counter-store.js';
import type { Admissions } from './count-script.js';

const IDLE_TIMEOUT_MS = 120_000;
const SAVE_INTERVAL_MS = 60_000;

export class Subject {
  /** The counts of the last reply, with the refusals and bans that this node decided since. */
  seen: Counts;
  /** All requests that this node admitted, through Redis or not. */
  readonly #admitted = new Tally();
  /** Requests that this node admitted, to be reported to Redis with the next call. One that fails puts them back. */
  readonly unreported = new Tally();
  lastUsedMs = 0;
  /** The value of `lastUsedMs` that storage holds. */
  savedMs = 0;

  constructor(stored: Counts) {
    this.seen = stored;
  }

  /** Whether this node's counts must be reported to Redis at `nowMs`, after an outage. */
  isReportable(nowMs: number): boolean {
    return !this.unreported.isEmpty || this.seen.day >= dayOf(nowMs);
  }

  /** Stores the counts of a reply, but keeps a ban that this node began or lifted while the call was pending. */
  update(reply: Counts): void {
    const counts = liftBans(reply, this.seen.bansLiftedMs);
    const { day, bans, bannedUntilMs } = liftBans(this.seen, reply.bansLiftedMs);
    const hasLaterBan = day === counts.day && bannedUntilMs > counts.bannedUntilMs;
    this.seen = hasLaterBan
      ? { ...counts, bans: Math.max(bans, counts.bans), bannedUntilMs }
      : counts;
  }

  /** Counts one admitted request towards this node's share. */
  addAdmitted(counts: Admissions): void {
    this.#admitted.add(oneOf(counts));
  }

  /** Whether this node has admitted less than its share in the windows of these counts. */
  hasShareLeft(counts: Admissions, quota: Quota, nodes: number): boolean {
    const { minuteLeft, dayLeft } = this.#shareLeft(counts, quota, nodes);
    return minuteLeft > 0 && dayLeft > 0;
  }

  /** The counts to decide by without Redis: everything beyond this node's share counts as used. */
  localCounts(nowMs: number, quota: Quota, nodes: number): Counts {
    const counts = rollWindows(this.seen, nowMs);
    const { minuteLeft, dayLeft } = this.#shareLeft(counts, quota, nodes);
    counts.minuteCount = Math.max(counts.minuteCount, quota.perMinute - minuteLeft);
    counts.dayCount = Math.max(counts.dayCount, quota.perDay - dayLeft);
    return counts;
  }

  #shareLeft({ minute, day }: Admissions, { perMinute, perDay }: Quota, nodes: number) {
    return {
      minuteLeft: Math.max(0, shareOf(perMinute, nodes) - this.#admitted.inMinute(minute)),
      dayLeft: Math.max(0, shareOf(perDay, nodes) - this.#admitted.inDay(day)),
    };
  }

  decideLocally(nowMs: number, quota: Quota, bans: BanOptions, nodes: number): Decision {
    const { minuteCount, dayCount } = rollWindows(this.seen, nowMs);
    const decision = decide(this.localCounts(nowMs, quota, nodes), nowMs, quota, bans);
    this.seen = { ...decision.counts, minuteCount, dayCount };
    if (decision.outcome === 'admitted') this.addAdmitted(decision.counts);
    return decision;
  }
}

/**
 * The subjects of this node: loaded from storage once, and dropped when idle.
 * @param store Holds counts from before the nodes shared Redis. Each subject is read from it once.
 */
export function createSubjects(store: CounterStore) {
  const subjects = new Map<string, Subject>();
  const loads = new SingleFlight<Subject>();
  let isSaving = false;

  async function read(name: string): Promise<Subject> {
    // Rate limiting works without storage. A request that needs storage itself reports the failure.
    const stored = await store.load(name).catch(() => undefined);
    const subject = new Subject(stored ?? NO_COUNTS);
    subjects.set(name, subject);
    return subject;
  }

  return {
    get: (name: string): Subject | undefined => subjects.get(name),
    load: (name: string): Promise<Subject> => loads.get(name, () => read(name)),
    entries: (): [name: string, subject: Subject][] => [...subjects],
    /** Drops idle subjects: addresses after two minutes, since their number is unbounded; keys when their day is over. */
    sweep(nowMs: number): void {
      const today = dayOf(nowMs);
      for (const [name, subject] of subjects) {
        const isIdle = Math.abs(nowMs - subject.lastUsedMs) > IDLE_TIMEOUT_MS; // the clock may have stepped back
        const isPast = subject.seen.day < today || isAddress(name);
        if (isIdle && isPast) subjects.delete(name);
      }
    },
    /**
     * Saves when keys were last used, with their counts. What cannot be saved now is saved by a later call.
     * @param minIntervalMs Keys that were saved more recently than this are left for later.
     */
    async save(minIntervalMs = SAVE_INTERVAL_MS): Promise<void> {
      if (isSaving) return;
      isSaving = true;
      try {
        for (const [name, subject] of subjects) {
          const { seen, lastUsedMs, savedMs } = subject;
          const isFresh = lastUsedMs === savedMs || Math.abs(lastUsedMs - savedMs) < minIntervalMs;
          if (isFresh || isAddress(name)) continue;
          await store.save(name, seen, lastUsedMs);
          subject.savedMs = lastUsedMs;
        }
      } catch {
        // Storage is unavailable: /readyz reports it.
      } finally {
        isSaving = false;
      }
    },
  };
}

function isAddress(name: string): boolean {
  return name.startsWith(subjectOfAddress(''));
}

/** At least one: otherwise a quota smaller than the number of nodes would admit nothing during an outage. */
function shareOf(limit: number, nodes: number): number {
  return Math.max(1, Math.floor(limit / nodes));
}

/** One admission in the windows of these counts. */
export function oneOf({ minute, day }: Admissions): Admissions {
  return { minute, minuteCount: 1, day, dayCount: 1 };
}

/** The sum of admissions in the latest minute and the latest day. */
class Tally {
  #sum: Admissions = { minute: 0, minuteCount: 0, day: 0, dayCount: 0 };

  inMinute(minute: number): number {
    return this.#sum.minute === minute ? this.#sum.minuteCount : 0;
  }

  inDay(day: number): number {
    return this.#sum.day === day ? this.#sum.dayCount : 0;
  }

  get isEmpty(): boolean {
    return this.#sum.dayCount === 0;
  }

  /** Admissions in a window before the latest are dropped. */
  add({ minute, minuteCount, day, dayCount }: Admissions): void {
    const sum = this.#sum;
    const isReset = day < sum.day - 1; // the clock was more than a day ahead
    if (isReset || minute > sum.minute) Object.assign(sum, { minute, minuteCount: 0 });
    if (isReset || day > sum.day) Object.assign(sum, { day, dayCount: 0 });
    if (minute === sum.minute) sum.minuteCount += minuteCount;
    if (day === sum.day) sum.dayCount += dayCount;
  }

  /** Returns the sum and sets it to zero; undefined if there is nothing. */
  drain(): Admissions | undefined {
    if (this.isEmpty) return undefined;
    const drained = { ...this.#sum };
    Object.assign(this.#sum, { minuteCount: 0, dayCount: 0 });
    return drained;
  }
}
