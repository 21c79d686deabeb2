// Owns what one node knows of a subject: what Redis last said of it, and what this node has admitted itself. From this
// it decides alone while Redis cannot be asked.
//
// Alone, a node gives away no more than its share of the quota, and what it admitted through Redis counts in that. As
// long as every node has stayed within its share, all of them together stay within the quota. One that has had more
// tells the others (./overdrafts.ts), who give nothing more away in that window.
import type { BanPolicy, Quota } from '@animal-store/contract';
import type { Counts } from '../../storage/store.js';
import { type Decision, decide, enter } from '../quota.js';
import { type Admissions, oneIn, Tally } from './tally.js';

/** The minute and the day in which a node has had more of a subject than its share; 0: none. */
export interface Overdrawn {
  minute: number;
  day: number;
}

/** What a node knows of the others. */
export interface Others {
  /** How many nodes there are, itself included. */
  nodes: number;
  overdrawn: Overdrawn;
}

export class Account {
  /** As Redis last said. Refusals and bans also as this node has decided alone. */
  #seen: Counts;
  /** Admitted by this node, in whichever way. */
  readonly #own = new Tally();
  /** Admitted alone, and not yet brought to Redis. */
  readonly #unreported = new Tally();
  /** Of these Redis has been told, or asked, without an answer so far. */
  readonly #doubtful = new Tally();
  #overdrawn: Overdrawn = { minute: 0, day: 0 };
  /** Whether a ban was begun alone that Redis has not heard of. */
  #hasBegunBan = false;
  lastUsedMs = 0;
  /** What `lastUsedMs` was when it was last written down. */
  savedMs = 0;

  constructor(seen: Counts) {
    this.#seen = seen;
  }

  get seen(): Counts {
    return this.#seen;
  }

  get hasUnreported(): boolean {
    return this.#hasBegunBan || !this.#unreported.isEmpty;
  }

  /** The windows in which this node had more than its share: undefined if they are over. */
  get overdrawn(): Overdrawn | undefined {
    const { minute, day } = this.#overdrawn;
    return minute === this.#seen.minute || day === this.#seen.day ? this.#overdrawn : undefined;
  }

  /** An answer that was under way while this node began a ban alone does not lift it. */
  hear(counts: Counts): void {
    const { day, bans, bannedUntilMs } = this.#seen;
    this.#hasBegunBan &&= bannedUntilMs > counts.bannedUntilMs;
    this.#seen =
      day === counts.day && bannedUntilMs > counts.bannedUntilMs
        ? { ...counts, bans: Math.max(bans, counts.bans), bannedUntilMs }
        : counts;
  }

  /**
   * Redis has admitted a request of this node.
   * @returns the windows in which the node has had more than its share, the first time that it has.
   */
  add(counts: Counts, { perMinute, perDay }: Quota, nodes: number): Overdrawn | undefined {
    this.#own.add(oneIn(counts));
    const { minute, day } = counts;
    const before = this.#overdrawn;
    const isMinute = this.#own.inMinute(minute) > shareOf(perMinute, nodes);
    const isDay = this.#own.inDay(day) > shareOf(perDay, nodes);
    const now = { minute: isMinute ? minute : before.minute, day: isDay ? day : before.day };
    if (now.minute === before.minute && now.day === before.day) return undefined;
    this.#overdrawn = now;
    return now;
  }

  /**
   * The counts to decide by: what the other nodes may give away meanwhile is taken for used.
   * @param seen What Redis said of the moment that is meant.
   */
  alone(
    nowMs: number,
    { perMinute, perDay }: Quota,
    { nodes, overdrawn }: Others,
    seen = this.#seen,
  ): Counts {
    const counts = enter(seen, nowMs);
    const { minute, day, minuteCount, dayCount } = counts;
    const since = this.#unreported.inMinute(minute) + this.#doubtful.inMinute(minute);
    const sinceInDay = this.#unreported.inDay(day) + this.#doubtful.inDay(day);
    counts.minuteCount =
      overdrawn.minute === minute
        ? perMinute
        : usedOf(perMinute, nodes, this.#own.inMinute(minute), minuteCount / nodes + since);
    counts.dayCount =
      overdrawn.day === day
        ? perDay
        : usedOf(perDay, nodes, this.#own.inDay(day), dayCount / nodes + sinceInDay);
    return counts;
  }

  /** @param isAsked Whether Redis may still count this request, too: then `settle` says what it did. */
  decideAlone(
    nowMs: number,
    quota: Quota,
    ban: BanPolicy | undefined,
    others: Others,
    isAsked: boolean,
  ): Decision {
    const { minuteCount, dayCount, bannedUntilMs } = enter(this.#seen, nowMs);
    const decision = decide(this.alone(nowMs, quota, others), nowMs, quota, ban);
    this.#seen = { ...decision.counts, minuteCount, dayCount };
    this.#hasBegunBan ||= decision.counts.bannedUntilMs > bannedUntilMs;
    if (decision.outcome === 'admitted') {
      const one = oneIn(decision.counts);
      this.#own.add(one);
      (isAsked ? this.#doubtful : this.#unreported).add(one);
    }
    return decision;
  }

  /** Redis has answered, or failed, after this was decided without it. */
  settle(decided: Decision, isCounted: boolean): void {
    if (decided.outcome !== 'admitted') return;
    const one = oneIn(decided.counts);
    this.#doubtful.subtract(one);
    if (!isCounted) this.#unreported.add(one);
  }

  /** What Redis is to be told with the next command: undefined if there is nothing. */
  takeUnreported(): Admissions | undefined {
    if (this.#unreported.isEmpty) return undefined;
    const taken = this.#unreported.take();
    this.#doubtful.add(taken);
    return taken;
  }

  /** Where nobody knows whether it arrived it is told again: to count twice is the safe side. */
  settleTaken(taken: Admissions, hasArrived: boolean): void {
    this.#doubtful.subtract(taken);
    if (!hasArrived) this.#unreported.add(taken);
  }
}

/** One at least, or a small quota would be an outage. */
export function shareOf(limit: number, nodes: number): number {
  return Math.max(1, Math.floor(limit / nodes));
}

/**
 * @param own What this node is known to have admitted.
 * @param likely What it will have admitted if it took an equal part in what Redis counted: it may have started since.
 */
function usedOf(limit: number, nodes: number, own: number, likely: number): number {
  return limit - Math.max(0, shareOf(limit, nodes) - Math.max(own, Math.ceil(likely)));
}
