// Owns which subjects a node remembers.
import { type CounterStore, NO_COUNTS, subjectOfAddress } from '../../storage/store.js';
import { SharedLoads } from '../shared-loads.js';
import { Account } from './account.js';

const FORGET_AFTER_MS = 120_000;
const SAVE_EVERY_MS = 60_000;

export class Accounts {
  readonly #store: CounterStore;
  readonly #accounts = new Map<string, Account>();
  readonly #loads = new SharedLoads<Account>();

  #isSaving = false;

  /** @param store Where counts may stand from before. They are looked at once for each subject. */
  constructor(store: CounterStore) {
    this.#store = store;
  }

  get(subject: string): Account | undefined {
    return this.#accounts.get(subject);
  }

  load(subject: string): Promise<Account> {
    return this.#loads.get(subject, () => this.#open(subject));
  }

  all(): [subject: string, account: Account][] {
    return [...this.#accounts];
  }

  /** Forgets the idle: addresses soon, since anyone can be counted under addresses without number, keys when their day is over. */
  sweep(nowMs: number): void {
    const today = Math.floor(nowMs / 86_400_000);
    for (const [subject, account] of this.#accounts) {
      const isIdle = Math.abs(nowMs - account.lastUsedMs) > FORGET_AFTER_MS; // the clock may have stepped back
      const isPast = account.seen.day < today || isAddress(subject);
      if (isIdle && isPast) this.#accounts.delete(subject);
    }
  }

  /**
   * Writes down when keys were last used, with what Redis last said of them. What cannot be written now is so at a later call.
   * @param everyMs Those that were written down less than that before are left for later.
   */
  async save(everyMs = SAVE_EVERY_MS): Promise<void> {
    if (this.#isSaving) return;
    this.#isSaving = true;
    try {
      for (const [subject, account] of this.#accounts) {
        const { seen, lastUsedMs, savedMs } = account;
        const isFresh = lastUsedMs === savedMs || Math.abs(lastUsedMs - savedMs) < everyMs;
        if (isFresh || isAddress(subject)) continue;
        await this.#store.save(subject, seen, lastUsedMs);
        account.savedMs = lastUsedMs;
      }
    } catch {
      // storage is away, and its readiness tells
    } finally {
      this.#isSaving = false;
    }
  }

  async #open(subject: string): Promise<Account> {
    // Counting does without storage: whoever needs it for the request itself hears of its failure.
    const stored = await this.#store.load(subject).catch(() => undefined);
    const account = new Account(stored ?? NO_COUNTS);
    this.#accounts.set(subject, account);
    return account;
  }
}

function isAddress(subject: string): boolean {
  return subject.startsWith(subjectOfAddress(''));
}
