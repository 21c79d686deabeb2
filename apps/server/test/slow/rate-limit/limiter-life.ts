// A limiter's life, and the protocol of it: it is asked, its storage writes or fails, time passes, it crashes and comes
// back. The protocol objects as soon as a client has heard something that no client may hear.
import type { BanPolicy, Quota } from '@animal-store/contract';
import { LocalLimiter } from '../../../src/rate-limit/local-limiter.js';
import type { Decision } from '../../../src/rate-limit/quota.js';
import { sweep } from '../../support/fake-sweep-timer.js';
import {
  flushMicrotasks,
  ManualCounterStore,
  type WriteOutcome,
} from '../../support/manual-counter-store.js';
import { START_MS } from '../../support/start-server.js';

export type Step =
  | { what: 'ask'; subject: string; times: number }
  | { what: 'settle'; fate: WriteOutcome; times: number }
  | { what: 'pass'; seconds: number }
  | { what: 'sweep' }
  /** The oldest writes under way get through, the others do not. */
  | { what: 'crash'; written: number }
  | { what: 'restart' };

export class LimiterLife {
  readonly #quota: Quota;
  readonly #ban: BanPolicy | undefined;
  readonly #admitted = new Map<string, number>();
  readonly #bannedUntilMs = new Map<string, number>();
  readonly #objections: string[] = [];
  #counters = new ManualCounterStore();
  #nowMs = START_MS;
  #limiter = new LocalLimiter(this.#counters, () => this.#nowMs);
  /** How many requests were admitted in all. */
  admissions = 0;

  constructor(quota: Quota, ban: BanPolicy | undefined) {
    this.#quota = quota;
    this.#ban = ban;
  }

  /** @throws an Error with what was wrong. */
  async live(story: readonly Step[]): Promise<void> {
    for (const step of story) {
      await this.#take(step);
      await flushMicrotasks();
      if (this.#objections.length > 0) throw new Error(this.#objections.join('; '));
    }
  }

  /** What the limiter says is left of the day, and what is left by the protocol. */
  async leftOfDay(subject: string): Promise<{ said: number; true: number }> {
    const { remaining, reset } = (await this.#limiter.peek(subject, this.#quota)).day;
    const day = reset / 86_400 - 1;
    return { said: remaining, true: this.#quota.perDay - this.#countOf(`${subject} day ${day}`) };
  }

  async #take(step: Step): Promise<void> {
    switch (step.what) {
      case 'ask':
        for (let index = 0; index < step.times; index += 1) this.#ask(step.subject);
        return;
      case 'settle':
        for (let index = 0; index < step.times; index += 1) await this.#counters.settle(step.fate);
        return;
      case 'pass':
        this.#nowMs += step.seconds * 1000;
        return;
      case 'sweep':
        this.#nowMs += 1000;
        sweep();
        return;
      case 'crash':
        this.#counters = this.#counters.crash(step.written);
        this.#limiter = new LocalLimiter(this.#counters, () => this.#nowMs);
        return;
      case 'restart': {
        const closing = this.#limiter.close();
        while (this.#counters.pendingWrites > 0) await this.#counters.settle('written');
        await closing;
        this.#counters = this.#counters.crash(0);
        this.#limiter = new LocalLimiter(this.#counters, () => this.#nowMs);
      }
    }
  }

  #ask(subject: string): void {
    const askedMs = this.#nowMs;
    this.#limiter.admit(subject, this.#quota, this.#ban).then(
      (decision) => this.#hear(subject, askedMs, decision),
      () => {}, // not admitted
    );
  }

  #hear(subject: string, askedMs: number, { outcome, counts }: Decision): void {
    if (outcome === 'key_banned') {
      this.#bannedUntilMs.set(subject, counts.bannedUntilMs);
      return;
    }
    if (askedMs < (this.#bannedUntilMs.get(subject) ?? 0)) {
      this.#objections.push(`the ban of ${subject} is forgotten`);
    }
    if (outcome === 'rate_limited') return;
    this.admissions += 1;
    this.#count(`${subject} minute ${counts.minute}`, this.#quota.perMinute);
    this.#count(`${subject} day ${counts.day}`, this.#quota.perDay);
  }

  #count(window: string, limit: number): void {
    const count = this.#countOf(window) + 1;
    this.#admitted.set(window, count);
    if (count > limit) this.#objections.push(`${window} admits ${count} of ${limit}`);
  }

  #countOf(window: string): number {
    return this.#admitted.get(window) ?? 0;
  }
}
