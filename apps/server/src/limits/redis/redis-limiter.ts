// Owns the counters of several servers that share one Redis: decided there, in one round trip. While Redis is away, or too
// slow for a request, each server decides alone (./account.ts), and brings along later what it has admitted.
import { setTimeout as pause } from 'node:timers/promises';
import type { BanPolicy, Quota } from '@animal-store/contract';
import type { Logger } from 'pino';
import { type Clock, systemClock } from '../../clock.js';
import { OneTurn } from '../../one-turn.js';
import { NO_COUNTS } from '../../storage/store.js';
import type { Limiter, SharedStatus } from '../limiter.js';
import { type Decision, decisionOf, peek, type Windows } from '../quota.js';
import { Account, type Others } from './account.js';
import type { Accounts } from './accounts.js';
import { askRedis, type Subject } from './ask-redis.js';
import type { Connection } from './connect.js';
import { type Answer, judgedAt, keyOf } from './count-script.js';
import { Link } from './link.js';
import { NODES_KEY, type Nodes } from './nodes.js';
import { Outages } from './outages.js';
import type { Overdrafts } from './overdrafts.js';

const SWEEP_MS = 10_000;
const PROBE_KEPT_MS = 1_000;
const LAST_SAVE_MS = 1_000;

interface Parts {
  connection: Connection;
  nodes: Nodes;
  overdrafts: Overdrafts;
  accounts: Accounts;
  log: Logger;
  /** undefined: Redis' own. */
  clock: Clock | undefined;
}

/** One that is to be counted. */
type Request = Subject & { quota: Quota };

export class RedisLimiter implements Limiter {
  readonly #parts: Parts;
  readonly #turn = new OneTurn<Request, Decision>((requests) => this.#decide(requests));
  readonly #link: Link;
  readonly #sweeper: NodeJS.Timeout;
  readonly #outages: Outages;
  /** Whether it may be another Redis that comes back, or one that has lost its counts. */
  #hasLost = false;
  /** By how much Redis' clock is ahead of ours. */
  #aheadMs = 0;

  constructor(parts: Parts) {
    const { connection, nodes, accounts, overdrafts } = parts;
    this.#parts = parts;
    this.#outages = new Outages(parts.log);
    this.#link = new Link({
      wentAway: (why) =>
        this.#outages.begin(why === 'slow' ? 'too slow' : connection.describe(why.error)),
      cameBack: (awayMs) => this.#cameBack(awayMs),
      probe: (key) => this.#probe(key),
    });
    connection.client.on('close', () => {
      this.#hasLost = true;
      this.#link.lose(new Error('closed'), NODES_KEY);
    });
    nodes.stay(() => this.#report(true));
    this.#sweeper = setInterval(() => {
      accounts.sweep(this.#nowMs());
      overdrafts.sweep(this.#nowMs());
      void accounts.save();
    }, SWEEP_MS).unref();
  }

  async admit(subject: string, quota: Quota, ban?: BanPolicy): Promise<Decision> {
    const account = await this.#open(subject);
    const { perMinute, perDay } = quota;
    const alike = `${subject} ${perMinute} ${perDay}`;
    return this.#turn.ask(alike, { subject, account, quota, ban });
  }

  /** Of requests that are alike: Redis is asked once for all of them. */
  async #decide(requests: readonly Request[]): Promise<Decision[]> {
    const [request] = requests;
    if (request === undefined) return [];
    const { subject, account } = request;
    let alone: Decision[] | undefined;
    const reply = await this.#link.ask({
      key: keyOf(subject),
      send: () => askRedis(this.#parts, requests.length, request),
      late: (answer) => {
        for (const [place, decision] of alone?.entries() ?? []) {
          const { minute } = decision.counts;
          const isCounted = answer?.counts.minute === minute && place < answer.admitted;
          account.settle(decision, isCounted);
        }
      },
    });
    if (typeof reply === 'object') {
      return requests.map((_, place) => this.#accept(place, reply.answer, request));
    }
    this.#outages.decidedLocally += requests.length;
    const others = this.#othersOf(subject);
    alone = requests.map(({ quota, ban }) =>
      account.decideAlone(this.#nowMs(), quota, ban, others, reply === 'slow'),
    );
    return alone;
  }

  /** Does not wait for storage, which may be why it is asked: who is not known here is known to Redis. */
  async peek(subject: string, quota: Quota): Promise<Windows> {
    const account = this.#parts.accounts.get(subject) ?? new Account(NO_COUNTS);
    const reply = await this.#link.ask({
      key: keyOf(subject),
      send: () => askRedis(this.#parts, 'peek', { subject, account }),
    });
    if (typeof reply === 'object') return peek(reply.answer.counts, reply.answer.nowMs, quota);
    const nowMs = this.#nowMs();
    return peek(account.alone(nowMs, quota, this.#othersOf(subject)), nowMs, quota);
  }

  /** Redis holds the counts: what is written down is when keys were last used, as far as there is time. */
  async close(): Promise<void> {
    const { connection, nodes, accounts } = this.#parts;
    clearInterval(this.#sweeper);
    nodes.stop();
    await Promise.race([accounts.save(0), pause(LAST_SAVE_MS, undefined, { ref: false })]);
    await this.#link.ask({ key: NODES_KEY, send: () => nodes.leave() });
    this.#link.close();
    connection.close();
  }

  status(): SharedStatus {
    return {
      away: this.#link.isAway,
      decidedLocally: this.#outages.decidedLocally,
      falls: this.#outages.count,
      nodes: this.#parts.nodes.count,
    };
  }

  async #open(subject: string): Promise<Account> {
    const { accounts } = this.#parts;
    const account = accounts.get(subject) ?? (await accounts.load(subject));
    account.lastUsedMs = this.#nowMs();
    return account;
  }

  #accept(place: number, answer: Answer, { subject, account, quota }: Request): Decision {
    const { nowMs } = answer;
    const { outcome, counts } = judgedAt(place, answer);
    if (!this.#parts.clock) this.#aheadMs = nowMs - systemClock();
    if (outcome !== 'admitted') return decisionOf(outcome, counts, nowMs, quota);

    const others = this.#othersOf(subject);
    if (others.nodes > 1 && this.#outages.isJustOver) {
      const alone = account.alone(nowMs, quota, others, counts);
      const isFull = alone.minuteCount >= quota.perMinute || alone.dayCount >= quota.perDay;
      if (isFull) return decisionOf('rate_limited', alone, nowMs, quota);
    }
    const overdrawn = account.add(counts, quota, others.nodes);
    if (overdrawn) this.#parts.overdrafts.tell(subject, overdrawn);
    return decisionOf(outcome, counts, nowMs, quota);
  }

  #othersOf(subject: string): Others {
    const { nodes, overdrafts } = this.#parts;
    return { nodes: nodes.count, overdrawn: overdrafts.ofOthers(subject) };
  }

  #nowMs(): number {
    return (this.#parts.clock ?? systemClock)() + this.#aheadMs;
  }

  /** It has to write, as every request: a replica answers whoever reads, and so does a Redis that is full. */
  async #probe(key: string): Promise<void> {
    const { connection, overdrafts } = this.#parts;
    await connection.client.set(`${key}:probe`, '', 'PX', PROBE_KEPT_MS);
    if (!overdrafts.isListening) throw new Error('not listening yet');
  }

  #cameBack(awayMs: number): void {
    this.#outages.end(awayMs);
    this.#parts.nodes.join().catch(() => {}); // the next beat tries again
    this.#parts.overdrafts.tellAgain();
    void this.#report(this.#hasLost);
    this.#hasLost = false;
  }

  /**
   * The next request may reach another node: it must find in Redis what was admitted here.
   * @param all Whether what Redis once said goes along: it is the least that Redis must know.
   */
  async #report(all: boolean): Promise<void> {
    const today = Math.floor(this.#nowMs() / 86_400_000);
    for (const [subject, account] of this.#parts.accounts.all()) {
      if (!account.hasUnreported && !(all && account.seen.day >= today)) continue;
      const send = () => askRedis(this.#parts, 0, { subject, account });
      const reply = await this.#link.ask({ key: keyOf(subject), send });
      if (reply === 'failed') return; // away again: its return tries again
    }
  }
}
