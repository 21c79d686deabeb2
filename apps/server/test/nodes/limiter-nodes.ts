// Several limiters that share Redis, like the nodes of a service.
import { setTimeout as pause } from 'node:timers/promises';
import type { Quota } from '@animal-store/core';
import type { Counts, Decision } from '@animal-store/core/rate-limit';
import {
  createRedisLimiter,
  type RedisLimiter,
} from '@animal-store/engine/internal/rate-limit/redis/redis-limiter';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { collectLog, type LogEntry, parseLine } from '../support/collect-log.js';
import { BAN } from '../support/fixed-quotas.js';
import { NAMESPACE } from '../support/redis-keys.js';
import { type RedisProcess, startRedis } from '../support/redis-process.js';
import { START_MS } from '../support/start-time.js';
import { waitUntil } from '../support/wait-until.js';

const noop = async () => {};

export interface Node {
  limiter: RedisLimiter;
  /** Entries logged at a level. */
  logged(level: 'warn' | 'info'): LogEntry[];
}

export interface LimiterNodes {
  nodes: Node[];
  clock: { nowMs: number };
  /** Sends concurrent requests to the given nodes in turn. */
  sendRequests(subject: string, times: number, quota: Quota, ...nodes: Node[]): Promise<Decision[]>;
  close(): Promise<void>;
}

/** Starts nodes that know each other. `stored` is what their storage has counted before. */
export async function startLimiterNodes(
  url: string,
  size: number,
  stored = new Map<string, Counts>(),
): Promise<LimiterNodes> {
  const clock = { nowMs: START_MS };
  const nodes: Node[] = [];
  for (let index = 0; index < size; index += 1) {
    const { stream, lines } = collectLog();
    const limiter = await createRedisLimiter(url, {
      namespace: NAMESPACE,
      counters: {
        load: async (subject) => stored.get(subject),
        loadAll: async () => stored,
        save: noop,
        forget: noop,
        dropAhead: async () => 0,
      },
      log: pino({}, stream),
      clock: () => clock.nowMs,
    });
    const logged: Node['logged'] = (level) =>
      lines.map(parseLine).filter((entry) => entry.level === pino.levels.values[level]);
    nodes.push({ limiter, logged });
  }
  for (const { limiter } of nodes) await limiter.peers.heartbeat(); // now each knows of all
  return {
    nodes,
    clock,
    sendRequests: (subject, times, quota, ...targets) =>
      Promise.all(
        Array.from({ length: times }, (_, index) => {
          const node = targets[index % targets.length];
          if (!node) throw new Error('no nodes');
          return node.limiter.admit(subject, quota, { ban: BAN });
        }),
      ),
    async close() {
      await Promise.all(nodes.map(({ limiter }) => limiter.close()));
    },
  };
}

interface RedisNodes {
  readonly server: RedisProcess;
  /** Reconnects when the server has restarted. */
  readonly redis: Redis;
  readonly group: LimiterNodes;
  readonly first: Node;
  /** Not of a group of one. */
  readonly second: Node;
  /** What the nodes' storage has counted. */
  readonly stored: Map<string, Counts>;
  /** Closes the nodes, and starts others. */
  restart(path: string, size: number): Promise<LimiterNodes>;
  untilUnavailable(expected: boolean): Promise<void>;
}

/** Nodes for each test, on a Redis of their own. */
export function useRedisNodes(size = 2): RedisNodes {
  const stored = new Map<string, Counts>();
  const nodes: RedisNodes = Object.assign(Object.create(null), {
    stored,
    async restart(path: string, count: number) {
      await nodes.group.close();
      const group = await startLimiterNodes(`${nodes.server.url}${path}`, count, stored);
      const [first, second] = group.nodes;
      return Object.assign(nodes, { group, first, second }).group;
    },
    untilUnavailable: (expected: boolean) =>
      waitUntil(() =>
        nodes.group.nodes.every(({ limiter }) => limiter.status().unavailable === expected),
      ),
  });
  beforeEach(async () => {
    stored.clear();
    const server = await startRedis();
    const redis = new Redis(server.url, { retryStrategy: () => 20, maxRetriesPerRequest: null });
    redis.on('error', () => {});
    const group = await startLimiterNodes(server.url, size, stored);
    const [first, second] = group.nodes;
    Object.assign(nodes, { server, redis, group, first, second });
  });
  afterEach(async () => {
    await nodes.group.close();
    nodes.redis.disconnect();
    await nodes.server.close();
  });
  return nodes;
}

export function countAdmitted(decisions: readonly Decision[]): number {
  return decisions.filter(({ outcome }) => outcome === 'admitted').length;
}

/** Repeats `act` until all its requests were decided in Redis, because a busy machine may exceed the timeout. */
export async function retryUntilDecidedByRedis<T>(
  { nodes }: LimiterNodes,
  act: () => Promise<T>,
): Promise<T> {
  const decidedLocally = () =>
    nodes.reduce((sum, { limiter }) => sum + limiter.status().decidedLocally, 0);
  for (;;) {
    const before = decidedLocally();
    const result = await act();
    if (decidedLocally() === before) return result;
    await waitUntil(() => nodes.every(({ limiter }) => !limiter.status().unavailable));
    await pause(1_600); // until no node limits itself to its share
  }
}
