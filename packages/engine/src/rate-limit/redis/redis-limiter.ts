// Limiter that many nodes share through Redis.
//
//   limiter.ts          the flow of a request, outages, and what is logged
//   count-script.ts     the decision in Redis: one call of a Lua script
//   subjects.ts         this node's state of keys and addresses, and the decision without Redis
//   circuit-breaker.ts  whether to call Redis, and how long to wait
//   membership.ts       the number of nodes, by heartbeats
//   connection.ts       RATE_LIMIT_URL and its connection
//
// Algorithm: the requests of one tick for one subject share one call of the script, which decides them by the clock of
// Redis. Each call carries the last counts that the node received, and what it admitted without Redis.
//
// Failure: a call that fails or takes longer than 20 ms is decided locally. A node then admits its share, the quota
// divided by the number of nodes. So at most twice the quota is admitted in the minute in which Redis fails, and at
// most the quota in each minute after. When Redis is available again, each node reports what it admitted; a Redis that
// lost its data gets the rest with the next requests. For 1.5 seconds a request is then admitted only if both Redis and
// the node's share have room, since other nodes may not have reported yet.
import { setTimeout as pause } from 'node:timers/promises';
import type { Quota } from '@animal-store/core';
import {
  type BanOptions,
  type Decision,
  decisionOf,
  NO_COUNTS,
  peek,
  refusalOf,
  type Windows,
} from '@animal-store/core/rate-limit';
import type { Logger } from 'pino';
import { Batcher } from '../../lib/batcher.js';
import { type Clock, systemClock } from '../../lib/clock.js';
import type { CounterStore } from '../../storage/stores/counter-store.js';
import type { Limiter, SharedStatus } from '../limiter.js';
import { CircuitBreaker } from './circuit-breaker.js';
import { type CountReply, keyOf, outcomeAt, parseReply } from './count-script.js';
import { Membership, membersKeyOf } from './membership.js';
import { type Connection, connect, isReply } from './redis-connection.js';
import { oneOf, Subject, Subjects } from './subjects.js';

const SWEEP_INTERVAL_MS = 10_000;
const FINAL_SAVE_TIMEOUT_MS = 1_000;
const RECOVERY_MS = 1_500;
/** Each request of a key may fail. */
const KEY_WARNING_INTERVAL_MS = 60_000;

export interface RedisLimiterOptions {
  /** Begins the keys in Redis: the product's name. */
  namespace: string;
  /** Holds counts from before the nodes shared Redis, and stores when keys were last used. */
  counters: CounterStore;
  log: Logger;
  /** By default the clock of Redis, so that the clocks of the nodes need not agree. */
  clock?: Clock;
}

/**
 * Connects, and joins the nodes that share Redis.
 * @param url redis://, rediss:// or redis+cluster://.
 * @throws an Error for the operator, without the secrets in the URL, if Redis cannot be used now.
 */
export async function createRedisLimiter(
  url: string,
  options: RedisLimiterOptions,
): Promise<RedisLimiter> {
  const connection = await connect(url);
  const membership = new Membership(connection.client, membersKeyOf(options.namespace));
  try {
    await membership.join();
  } catch (error) {
    connection.close();
    throw new Error(`cannot use RATE_LIMIT_URL: ${connection.describe(error)}`);
  }
  return new RedisLimiter(connection, membership, options);
}

interface Request extends BanOptions {
  name: string;
  subject: Subject;
  quota: Quota;
}

export class RedisLimiter implements Limiter {
  readonly #connection: Connection;
  readonly #membership: Membership;
  readonly #namespace: string;
  readonly #subjects: Subjects;
  readonly #log: Logger;
  readonly #clock: Clock | undefined;
  readonly #batcher = new Batcher<Request, Decision>((requests) => this.#decide(requests));
  readonly #breaker: CircuitBreaker;
  readonly #sweeper: NodeJS.Timeout;
  #outages = 0;
  #decidedLocally = 0;
  /** The value of `#decidedLocally` when the last outage began. */
  #decidedBefore = 0;
  #recoveredMs = Number.NEGATIVE_INFINITY;
  /** Of the present outage. */
  #loggedReason: string | undefined;
  #keyWarnedMs = Number.NEGATIVE_INFINITY;
  /** How far the clock of Redis is ahead of this node's. */
  #aheadMs = 0;

  constructor(
    connection: Connection,
    membership: Membership,
    { namespace, counters, log, clock }: RedisLimiterOptions,
  ) {
    this.#connection = connection;
    this.#membership = membership;
    this.#namespace = namespace;
    this.#subjects = new Subjects(counters);
    this.#log = log;
    this.#clock = clock;
    this.#breaker = new CircuitBreaker({
      opened: (reason) => this.#beginOutage(reason),
      closed: (openMs) => this.#endOutage(openMs),
      keyFailed: (key, error) => this.#logKey(key, connection.describe(error)),
      isReply,
      probe: connection.probe,
    });
    connection.client.on('close', () =>
      this.#breaker.trip(new Error('closed'), membersKeyOf(namespace)),
    );
    connection.client.on('error', (error: unknown) => {
      if (isReply(error)) this.#logOutage(connection.describe(error));
    });
    this.#sweeper = setInterval(() => {
      this.#subjects.sweep(this.#nowMs());
      void this.#subjects.save();
    }, SWEEP_INTERVAL_MS).unref();
  }

  get peers(): Membership {
    return this.#membership;
  }

  async admit(
    name: string,
    quota: Quota,
    { ban, bansLiftedMs }: BanOptions = {},
  ): Promise<Decision> {
    const subject = this.#subjects.get(name) ?? (await this.#subjects.load(name));
    subject.lastUsedMs = this.#nowMs();
    const batchKey = `${name} ${quota.perMinute} ${quota.perDay} ${bansLiftedMs}`;
    return this.#batcher.add(batchKey, { name, subject, quota, ban, bansLiftedMs });
  }

  /** Decides requests of one subject, one quota and one lift of bans with one call. */
  async #decide(requests: readonly [Request, ...Request[]]): Promise<Decision[]> {
    const [request] = requests;
    let sent: Promise<CountReply> | undefined;
    const reply = await this.#breaker.call(this.#keyOf(request.name), () => {
      sent = this.#count(request, requests.length);
      return sent;
    });
    if (reply) return requests.map((_, index) => this.#accept(request, reply, index));
    const { subject, quota } = request;
    this.#decidedLocally += requests.length;
    const decisions = requests.map(() =>
      subject.decideLocally(this.#nowMs(), quota, request, this.#membership.size),
    );
    const admitted = decisions.filter(({ outcome }) => outcome === 'admitted');
    const report = (from: number) => {
      for (const { counts } of admitted.slice(from)) subject.addUnreported(oneOf(counts));
    };
    // A call that timed out may still be counted, so what Redis admits late is not reported. A failed call may have
    // been counted, too: to count twice is the safe side.
    if (sent) {
      sent.then(
        (late) => report(late.admitted),
        () => report(0),
      );
    } else report(0);
    return decisions;
  }

  knownRefusal(name: string, quota: Quota): Decision | undefined {
    const subject = this.#subjects.get(name);
    if (subject === undefined) return undefined;
    const nowMs = this.#nowMs();
    const refusal = refusalOf(subject.seen, nowMs, quota);
    if (refusal) subject.lastUsedMs = nowMs;
    return refusal;
  }

  /** Does not wait for storage: its failure may be the reason for this call. */
  async peek(name: string, quota: Quota): Promise<Windows> {
    const subject = this.#subjects.get(name) ?? new Subject(NO_COUNTS);
    const request = { name, subject, quota };
    const reply = await this.#breaker.call(this.#keyOf(name), () => this.#count(request, 'peek'));
    if (reply) return peek(reply.counts, reply.nowMs, quota);
    const nowMs = this.#nowMs();
    return peek(subject.localCounts(nowMs, quota, this.#membership.size), nowMs, quota);
  }

  /** Stores when keys were last used, for at most a second, and leaves the nodes. The counts stay in Redis. */
  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    this.#membership.stop();
    const timeout = pause(FINAL_SAVE_TIMEOUT_MS, undefined, { ref: false });
    await Promise.race([this.#subjects.save(0), timeout]);
    await this.#breaker.call(membersKeyOf(this.#namespace), () => this.#membership.leave());
    this.#breaker.shutDown();
    this.#connection.close();
  }

  status(): SharedStatus {
    return {
      unavailable: this.#breaker.isOpen,
      decidedLocally: this.#decidedLocally,
      outages: this.#outages,
      nodes: this.#membership.size,
    };
  }

  /** Calls the script. @throws what Redis or the connection reports. */
  async #count(
    { name, subject, quota, ban, bansLiftedMs }: Request,
    act: number | 'peek',
  ): Promise<CountReply> {
    const isPeek = act === 'peek';
    const added = isPeek ? undefined : subject.drainUnreported();
    const { seen } = subject;
    const requests = isPeek ? 0 : act;
    const call = {
      requests,
      isPeek,
      quota,
      ban,
      bansLiftedMs,
      nowMs: this.#clock?.(),
      seen,
      added,
    };
    try {
      const reply = parseReply(
        await this.#connection.client.countRequests(this.#keyOf(name), JSON.stringify(call)),
      );
      subject.update(reply.counts);
      return reply;
    } catch (error) {
      if (added) subject.addUnreported(added);
      throw error;
    }
  }

  #accept({ subject, quota }: Request, reply: CountReply, index: number): Decision {
    const { nowMs } = reply;
    const { outcome, counts } = outcomeAt(index, reply);
    if (!this.#clock) this.#aheadMs = nowMs - systemClock();
    if (outcome === 'admitted') {
      const nodes = this.#membership.size;
      if (nodes > 1 && performance.now() < this.#recoveredMs + RECOVERY_MS) {
        if (!subject.hasShareLeft(counts, quota, nodes)) {
          const local = subject.localCounts(nowMs, quota, nodes);
          return decisionOf('rate_limited', local, nowMs, quota);
        }
      }
      subject.addAdmitted(counts);
    }
    return decisionOf(outcome, counts, nowMs, quota);
  }

  #beginOutage(reason: 'timeout' | { error: unknown }): void {
    this.#outages += 1;
    this.#decidedBefore = this.#decidedLocally;
    const description = reason === 'timeout' ? 'timeout' : this.#connection.describe(reason.error);
    this.#logOutage(description);
  }

  /** During an outage, Redis may refuse each new connection: once for each reason. */
  #logOutage(reason: string): void {
    if (reason === this.#loggedReason) return;
    this.#loggedReason = reason;
    this.#log.warn({ reason }, 'Redis is unavailable: rate limits are decided locally');
  }

  #logKey(key: string, reason: string): void {
    const nowMs = performance.now();
    if (nowMs - this.#keyWarnedMs < KEY_WARNING_INTERVAL_MS) return;
    this.#keyWarnedMs = nowMs;
    this.#log.warn({ key, reason }, 'Redis cannot count this key: it is counted locally');
  }

  #endOutage(openMs: number): void {
    this.#recoveredMs = performance.now();
    this.#loggedReason = undefined;
    const decidedLocally = this.#decidedLocally - this.#decidedBefore;
    const outageMs = Math.round(openMs);
    this.#log.info({ outageMs, decidedLocally }, 'Redis is available again');
    this.#membership.heartbeat().catch(() => {}); // retried with the next heartbeat
    void this.#report();
  }

  /** Reports this node's counts to Redis, since the next request may reach another node. */
  async #report(): Promise<void> {
    const quota = { perMinute: 0, perDay: 0 };
    for (const [name, subject] of this.#subjects.entries()) {
      if (!subject.isReportable(this.#nowMs())) continue;
      const request = { name, subject, quota };
      await this.#breaker.call(this.#keyOf(name), () => this.#count(request, 0));
      if (this.#breaker.isOpen) return; // retried at the next recovery
    }
  }

  #keyOf(name: string): string {
    return keyOf(this.#namespace, name);
  }

  #nowMs(): number {
    return (this.#clock ?? systemClock)() + this.#aheadMs;
  }
}
