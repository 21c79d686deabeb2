// Simulation of a limiter whose storage writes or fails, whose clock advances, and which crashes and restarts. It
// checks every response against the quota and the bans.
import type { BanPolicy, Quota } from '@animal-store/core';
import type { BanOptions, Decision } from '@animal-store/core/rate-limit';
import { createLocalLimiter } from '@animal-store/engine/internal/rate-limit/local-limiter';
import { sweep } from '../../support/fake-sweep-timer.js';
import {
  flushMicrotasks,
  ManualCounterStore,
  type WriteOutcome,
} from '../../support/manual-counter-store.js';
import { START_MS } from '../../support/start-time.js';

export type Step =
  | { type: 'request'; subject: string; times: number }
  | { type: 'settle'; outcome: WriteOutcome; times: number }
  | { type: 'wait'; seconds: number }
  | { type: 'sweep' }
  | { type: 'lift' }
  /** The `written` oldest pending writes are committed, all others are lost. */
  | { type: 'crash'; written: number }
  | { type: 'restart' };

export class LimiterSimulation {
  readonly #quota: Quota;
  #bans: BanOptions & { bansLiftedMs: number };
  readonly #admitted = new Map<string, number>();
  readonly #bannedUntilMs = new Map<string, number>();
  readonly #liftedBans = new Set<string>();
  readonly #violations: string[] = [];
  #counters = new ManualCounterStore();
  #nowMs = START_MS;
  #limiter = createLocalLimiter(this.#counters, () => this.#nowMs);
  /** Total number of admitted requests. */
  admissions = 0;

  constructor(quota: Quota, ban: BanPolicy | undefined) {
    this.#quota = quota;
    this.#bans = { ban, bansLiftedMs: 0 };
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
      case 'lift':
        for (const [subject, untilMs] of this.#bannedUntilMs)
          this.#liftedBans.add(`${subject} until ${untilMs}`);
        this.#bannedUntilMs.clear();
        this.#bans = { ...this.#bans, bansLiftedMs: this.#bans.bansLiftedMs + 1 };
        this.#nowMs += 1; // no later ban ends at the same time as a lifted one
        return;
      case 'crash':
        this.#counters = this.#counters.crash(step.written);
        this.#limiter = createLocalLimiter(this.#counters, () => this.#nowMs);
        return;
      case 'restart': {
        const closing = this.#limiter.close();
        while (this.#counters.pendingWrites > 0) await this.#counters.settle('written');
        await closing;
        this.#counters = this.#counters.crash(0);
        this.#limiter = createLocalLimiter(this.#counters, () => this.#nowMs);
      }
    }
  }

  #sendRequest(subject: string): void {
    const sentMs = this.#nowMs;
    const bans = this.#bans;
    this.#limiter.admit(subject, this.#quota, bans).then(
      (decision) => {
        if (bans === this.#bans) this.#checkBan(subject, sentMs, decision);
        if (decision.outcome === 'admitted') this.#countAdmission(subject, decision);
      },
      () => {}, // not admitted
    );
  }

  #checkBan(subject: string, sentMs: number, { outcome, counts }: Decision): void {
    if (outcome === 'key_banned') {
      const untilMs = counts.bannedUntilMs;
      if (this.#liftedBans.has(`${subject} until ${untilMs}`))
        this.#violations.push(`the ban of ${subject} came back after it was lifted`);
      this.#bannedUntilMs.set(subject, untilMs);
    } else if (sentMs < (this.#bannedUntilMs.get(subject) ?? 0)) {
      this.#violations.push(`the ban of ${subject} was lost`);
    }
  }

  #countAdmission(subject: string, { counts }: Decision): void {
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
