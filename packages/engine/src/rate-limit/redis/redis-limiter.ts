// Limiter that many nodes share through Redis.
//
//   redis-limiter.ts     the flow of a request, and outages
//   count-script.ts      the decision in Redis: one call of a Lua script
//   subjects.ts          this node's state of keys and addresses, and the decision without Redis
//   circuit-breaker.ts   whether to call Redis, and how long to wait
//   membership.ts        the number of nodes, by heartbeats
//   outage-log.ts        what is logged of outages
//   redis-connection.ts  RATE_LIMIT_URL and its connection
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
} from '@animal-store/core/rate-limit';
import type { Logger } from 'pino';
import { Batcher } from '../../lib/batcher.js';
import { type Clock, systemClock } from '../../lib/clock.js';
import type { CounterStore } from '../../storage/stores/counter-store.js';
import type { Limiter } from '../limiter.js';
import { createCircuitBreaker } from './circuit-breaker.js';
import { type CountReply, keyOf, outcomeAt, parseReply } from './count-script.js';
import { Membership, membersKeyOf } from './membership.js';
import { createOutageLog } from './outage-log.js';
import { connect, isReply } from './redis-connection.js';
import { createSubjects, oneOf, Subject } from './subjects.js';

const SWEEP_INTERVAL_MS = 10_000;
const FINAL_SAVE_TIMEOUT_MS = 1_000;
const RECOVERY_MS = 1_500;

interface RedisLimiterOptions {
  /** Begins the keys in Redis: the product's name. */
  namespace: string;
  /** Holds counts from before the nodes shared Redis, and stores when keys were last used. */
  counters: CounterStore;
  log: Logger;
  /** By default the clock of Redis, so that the clocks of the nodes need not agree. */
  clock?: Clock;
}

/** Its counters are shared, so nothing is optional. */
export interface RedisLimiter extends Required<Limiter> {
  peers: Membership;
}

interface Request extends BanOptions {
  name: string;
  subject: Subject;
  quota: Quota;
}

/**
 * Connects, and joins the nodes that share Redis.
 * @param url redis://, rediss:// or redis+cluster://.
 * @throws an Error for the operator, without the secrets in the URL, if Redis cannot be used now.
 */
export async function createRedisLimiter(
  url: string,
  { namespace, counters, log, clock }: RedisLimiterOptions,
): Promise<RedisLimiter> {
  const connection = await connect(url);
  const { client, describe } = connection;
  const membersKey = membersKeyOf(namespace);
  const membership = new Membership(client, membersKey);
  try {
    await membership.join();
  } catch (error) {
    connection.close();
    throw new Error(`cannot use RATE_LIMIT_URL: ${describe(error)}`);
  }

  const subjects = createSubjects(counters);
  const outageLog = createOutageLog(log);
  const breaker = createCircuitBreaker({
    opened: beginOutage,
    closed: endOutage,
    keyFailed: (key, error) => outageLog.keyFailed(key, describe(error)),
    probe: connection.probe,
  });
  const batcher = new Batcher<Request, Decision>(decideAll);
  let outages = 0;
  let decidedLocally = 0;
  /** The value of `decidedLocally` when the last outage began. */
  let decidedBefore = 0;
  let recoveredMs = Number.NEGATIVE_INFINITY;
  /** How far the clock of Redis is ahead of this node's. */
  let aheadMs = 0;
  const now = () => (clock ?? systemClock)() + aheadMs;

  client.on('close', () => breaker.trip(new Error('closed'), membersKey));
  client.on('error', (error: unknown) => {
    if (isReply(error)) outageLog.unavailable(describe(error));
  });
  const sweeper = setInterval(() => {
    subjects.sweep(now());
    void subjects.save();
  }, SWEEP_INTERVAL_MS).unref();

  /** Decides requests of one subject, one quota and one lift of bans with one call. */
  async function decideAll(requests: readonly [Request, ...Request[]]): Promise<Decision[]> {
    const [request] = requests;
    let sent: Promise<CountReply> | undefined;
    const reply = await breaker.call(keyOf(namespace, request.name), () => {
      sent = count(request, requests.length);
      return sent;
    });
    if (reply) return requests.map((_, index) => accept(request, reply, index));
    const { subject, quota } = request;
    decidedLocally += requests.length;
    const decisions = requests.map(() =>
      subject.decideLocally(now(), quota, request, membership.size),
    );
    const admitted = decisions.filter(({ outcome }) => outcome === 'admitted');
    const report = (from: number) => {
      for (const { counts } of admitted.slice(from)) subject.unreported.add(oneOf(counts));
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

  /** Calls the script, which decides so many requests. @throws what Redis or the connection reports. */
  async function count(
    { name, subject, quota, ban, bansLiftedMs }: Request,
    requests: number,
    isPeek = false,
  ): Promise<CountReply> {
    const added = isPeek ? undefined : subject.unreported.drain();
    const { seen } = subject;
    const call = { requests, isPeek, quota, ban, bansLiftedMs, nowMs: clock?.(), seen, added };
    try {
      const key = keyOf(namespace, name);
      const reply = parseReply(await client.countRequests(key, JSON.stringify(call)));
      subject.update(reply.counts);
      return reply;
    } catch (error) {
      if (added) subject.unreported.add(added);
      throw error;
    }
  }

  function accept({ subject, quota }: Request, reply: CountReply, index: number): Decision {
    const { nowMs } = reply;
    const { outcome, counts } = outcomeAt(index, reply);
    if (!clock) aheadMs = nowMs - systemClock();
    if (outcome === 'admitted') {
      const nodes = membership.size;
      const isRecovering = nodes > 1 && performance.now() < recoveredMs + RECOVERY_MS;
      if (isRecovering && !subject.hasShareLeft(counts, quota, nodes)) {
        const local = subject.localCounts(nowMs, quota, nodes);
        return decisionOf('rate_limited', local, nowMs, quota);
      }
      subject.addAdmitted(counts);
    }
    return decisionOf(outcome, counts, nowMs, quota);
  }

  function beginOutage(reason: 'timeout' | { error: unknown }): void {
    outages += 1;
    decidedBefore = decidedLocally;
    outageLog.unavailable(reason === 'timeout' ? 'timeout' : describe(reason.error));
  }

  function endOutage(openMs: number): void {
    recoveredMs = performance.now();
    outageLog.available(openMs, decidedLocally - decidedBefore);
    membership.heartbeat().catch(() => {}); // retried with the next heartbeat
    void reportAll();
  }

  /** Reports this node's counts to Redis, since the next request may reach another node. */
  async function reportAll(): Promise<void> {
    const quota = { perMinute: 0, perDay: 0 };
    for (const [name, subject] of subjects.entries()) {
      if (!subject.isReportable(now())) continue;
      await breaker.call(keyOf(namespace, name), () => count({ name, subject, quota }, 0));
      if (breaker.isOpen()) return; // retried at the next recovery
    }
  }

  return {
    peers: membership,
    async admit(name, quota, { ban, bansLiftedMs } = {}) {
      const subject = subjects.get(name) ?? (await subjects.load(name));
      subject.lastUsedMs = now();
      const batchKey = `${name} ${quota.perMinute} ${quota.perDay} ${bansLiftedMs}`;
      return batcher.add(batchKey, { name, subject, quota, ban, bansLiftedMs });
    },
    knownRefusal(name, quota) {
      const subject = subjects.get(name);
      if (subject === undefined) return undefined;
      const nowMs = now();
      const refusal = refusalOf(subject.seen, nowMs, quota);
      if (refusal) subject.lastUsedMs = nowMs;
      return refusal;
    },
    /** Does not wait for storage: its failure may be the reason for this call. */
    async peek(name, quota) {
      const subject = subjects.get(name) ?? new Subject(NO_COUNTS);
      const request = { name, subject, quota };
      const reply = await breaker.call(keyOf(namespace, name), () => count(request, 0, true));
      if (reply) return peek(reply.counts, reply.nowMs, quota);
      const nowMs = now();
      return peek(subject.localCounts(nowMs, quota, membership.size), nowMs, quota);
    },
    status: () => ({
      unavailable: breaker.isOpen(),
      decidedLocally,
      outages,
      nodes: membership.size,
    }),
    /** Stores when keys were last used, for at most a second, and leaves the nodes. The counts stay in Redis. */
    async close() {
      clearInterval(sweeper);
      membership.stop();
      const timeout = pause(FINAL_SAVE_TIMEOUT_MS, undefined, { ref: false });
      await Promise.race([subjects.save(0), timeout]);
      await breaker.call(membersKey, () => membership.leave());
      breaker.shutDown();
      connection.close();
    },
  };
}
