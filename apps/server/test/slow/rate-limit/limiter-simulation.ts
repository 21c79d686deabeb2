// Simulation of a limiter whose storage writes or fails, whose clock advances, and which crashes and restarts. It
// checks every response against the quota and the bans.
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
  | { type: 'request'; subject: string; times: number }
  | { type: 'settle'; outcome: WriteOutcome; times: number }
  | { type: 'wait'; seconds: number }
  | { type: 'sweep' }
  /** The `written` oldest pending writes are committed, all others are lost. */
  | { type: 'crash'; written: number }
  | { type: 'restart' };

export class LimiterSimulation {
  readonly #quota: Quota;
  readonly #ban: BanPolicy | undefined;
  readonly #admitted = new Map<string, number>();
  readonly #bannedUntilMs = new Map<string, number>();
  readonly #violations: string[] = [];
  #counters = new ManualCounterStore();
  #nowMs = START_MS;
  #limiter = new LocalLimiter(this.#counters, () => this.#nowMs);
  /** Total number of admitted requests. */
  admissions = 0;

  constructor(quota: Quota, ban: BanPolicy | undefined) {
    this.#quota = quota;
    this.#ban = ban;
  }

  /** @throws an Error with the violations. */
  async run(scenario: readonly Step[]): Promise<void> {
    for (const step of scenario) {
      await this.#runStep(step);
      await flushMicrotasks();
      if (this.#violations.length > 0) throw new Error(this.#violations.join('; '));
    }
  }

  /** Remaining requests of the day, as reported by the limiter and as counted here. */
  async remainingToday(subject: string): Promise<{ reported: number; actual: number }> {
    const { remaining, reset } = (await this.#limiter.peek(subject, this.#quota)).day;
    const day = reset / 86_400 - 1;
    return {
      reported: remaining,
      actual: this.#quota.perDay - this.#countOf(`${subject} day ${day}`),
    };
  }

  async #runStep(step: Step): Promise<void> {
    switch (step.type) {
      case 'request':
        for (let index = 0; index < step.times; index += 1) this.#sendRequest(step.subject);
        return;
      case 'settle':
        for (let index = 0; index < step.times; index += 1)
          await this.#counters.settle(step.outcome);
        return;
      case 'wait':
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

  #sendRequest(subject: string): void {
    const sentMs = this.#nowMs;
    this.#limiter.admit(subject, this.#quota, this.#ban).then(
      (decision) => this.#check(subject, sentMs, decision),
      () => {}, // not admitted
    );
  }

  #check(subject: string, sentMs: number, { outcome, counts }: Decision): void {
    if (outcome === 'key_banned') {
      this.#bannedUntilMs.set(subject, counts.bannedUntilMs);
      return;
    }
    if (sentMs < (this.#bannedUntilMs.get(subject) ?? 0)) {
      this.#violations.push(`the ban of ${subject} was lost`);
    }
    if (outcome === 'rate_limited') return;
    this.admissions += 1;
    this.#count(`${subject} minute ${counts.minute}`, this.#quota.perMinute);
    this.#count(`${subject} day ${counts.day}`, this.#quota.perDay);
  }

  #count(window: string, limit: number): void {
    const count = this.#countOf(window) + 1;
    this.#admitted.set(window, count);
    if (count > limit) this.#violations.push(`${window} admits ${count} of ${limit}`);
  }

  #countOf(window: string): number {
    return this.#admitted.get(window) ?? 0;
  }
}
