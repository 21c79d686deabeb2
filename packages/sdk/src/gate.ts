// Owns the client's good manners: every attempt passes here, in the order of the calls, and waits while the quota says so.
//
// So few are under way at once that, even if each of them were refused, the key would not be banned; and after a refusal
// nothing is sent until the time is up.
import { REFUSALS_TO_BAN } from '../generated/operations.js';
import type { Clock } from './clock.js';
import { RateLimitError } from './errors.js';
import type { Left } from './rate-limit.js';

const MOST_UNDER_WAY = Math.max(1, REFUSALS_TO_BAN - 2);
/** Added to each wait, never taken from it, so that clients do not all come back at the same moment. */
const JITTER_MS = 250;

export interface GateOptions {
  clock: Clock;
  maxWaitMs: number;
  pace: boolean;
}

interface Waiter {
  /** The number of its call: the oldest goes first. */
  ticket: number;
  admit: () => void;
  refuse: (reason: unknown) => void;
}

export class Gate {
  readonly #options: GateOptions;
  #waiting: Waiter[] = [];
  #underWay = 0;
  #lastAdmittedMs = 0;
  /** Rings when the next attempt may be sent. */
  #alarm: { atMs: number; off: AbortController } | undefined;
  /** The last refusal by the service, and until when it holds. */
  #refusal: RateLimitError | undefined;
  #pausedUntilMs = 0;
  /** What the service last said is left, and when that changes. */
  #known: { remaining: number; resetMs: number } | undefined;

  constructor(options: GateOptions) {
    this.#options = options;
  }

  /**
   * Resolves when the attempt may be sent; it then must `leave`.
   * @throws RateLimitError at once if the wait is longer than the client may.
   */
  async enter(ticket: number, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (this.#waiting.length === 0 && this.#admitsNow()) {
      this.#admit();
      return;
    }
    if (this.#isPausedTooLong()) throw this.#repeatRefusal();
    await new Promise<void>((resolve, reject) => {
      const abort = () => {
        this.#waiting = this.#waiting.filter((other) => other !== waiter);
        this.#silenceAlarm();
        reject(signal?.reason);
      };
      const settle =
        <T>(end: (value: T) => void) =>
        (value: T) => {
          signal?.removeEventListener('abort', abort);
          end(value);
        };
      const waiter: Waiter = { ticket, admit: settle(resolve), refuse: settle(reject) };
      signal?.addEventListener('abort', abort);
      const place = this.#waiting.findIndex((other) => other.ticket > ticket);
      this.#waiting.splice(place < 0 ? this.#waiting.length : place, 0, waiter);
      this.#admitNext();
    });
  }

  /** @param left What the reply said, if there was one that did. */
  leave(left: Left | undefined): void {
    this.#underWay -= 1;
    if (left) {
      const resetMs = this.#options.clock.now() + left.resetSeconds * 1000;
      this.#known = { remaining: left.remaining, resetMs };
    }
    if (this.#waiting.length > 0) this.#admitNext();
  }

  /** Sends nothing for `waitMs`, whoever asks: the service refused. */
  pause(waitMs: number, refusal: RateLimitError): void {
    this.#pausedUntilMs = Math.max(
      this.#pausedUntilMs,
      refusal.retryAt.getTime() + Math.random() * JITTER_MS,
    );
    if (!this.#refusal || refusal.retryAt >= this.#refusal.retryAt) this.#refusal = refusal;
    if (waitMs <= this.#options.maxWaitMs) return;
    for (const waiter of this.#waiting.splice(0)) waiter.refuse(this.#repeatRefusal());
    this.#silenceAlarm();
  }

  #admitNext(): void {
    while (this.#waiting.length > 0 && this.#underWay < MOST_UNDER_WAY) {
      const nowMs = this.#options.clock.now();
      const atMs = this.#nextAdmissionMs(nowMs);
      if (atMs === undefined) return;
      if (atMs > nowMs) {
        this.#wakeAt(atMs, nowMs);
        return;
      }
      this.#admit();
      this.#waiting.shift()?.admit();
    }
    this.#silenceAlarm();
  }

  #admit(): void {
    this.#underWay += 1;
    this.#lastAdmittedMs = this.#options.clock.now();
  }

  #admitsNow(): boolean {
    if (this.#underWay >= MOST_UNDER_WAY) return false;
    const nowMs = this.#options.clock.now();
    const atMs = this.#nextAdmissionMs(nowMs);
    return atMs !== undefined && atMs <= nowMs;
  }

  /** When the next attempt may be sent; undefined if that depends on a reply that is still to come. */
  #nextAdmissionMs(nowMs: number): number | undefined {
    if (this.#known && this.#known.resetMs <= nowMs) this.#known = undefined;
    if (!this.#known) return this.#pausedUntilMs;
    const { remaining, resetMs } = this.#known;
    const left = remaining - this.#underWay; // those under way may not be counted in it yet
    if (left > 0) {
      // The day's window is too long to spread calls over.
      const paced = this.#options.pace && resetMs - nowMs <= this.#options.maxWaitMs;
      const paceMs = paced ? (resetMs - nowMs) / left : 0;
      return Math.max(this.#pausedUntilMs, this.#lastAdmittedMs + paceMs);
    }
    if (this.#underWay > 0) return undefined;
    // A reset that is far away, as the day's is, is better heard from the service itself: the plan may have changed.
    return Math.max(this.#pausedUntilMs, resetMs - nowMs > this.#options.maxWaitMs ? 0 : resetMs);
  }

  #wakeAt(atMs: number, nowMs: number): void {
    if (this.#alarm?.atMs === atMs) return;
    this.#alarm?.off.abort();
    const alarm = { atMs, off: new AbortController() };
    this.#alarm = alarm;
    void this.#options.clock.sleep(atMs - nowMs, alarm.off.signal).then(() => {
      if (this.#alarm !== alarm) return;
      this.#alarm = undefined;
      this.#admitNext();
    });
  }

  /** A timer that nobody waits for would keep the process alive. */
  #silenceAlarm(): void {
    if (this.#waiting.length > 0) return;
    this.#alarm?.off.abort();
    this.#alarm = undefined;
  }

  #isPausedTooLong(): boolean {
    return this.#pausedUntilMs - this.#options.clock.now() > this.#options.maxWaitMs + JITTER_MS;
  }

  #repeatRefusal(): unknown {
    return this.#refusal && new RateLimitError(this.#refusal, this.#refusal.retryAt);
  }
}
