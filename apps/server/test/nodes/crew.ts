// Several limiters on one Redis, as the nodes of a service are.
import { setTimeout as pause } from 'node:timers/promises';
import type { Quota } from '@animal-store/contract';
import { pino } from 'pino';
import type { Counts } from '../../src/model.js';
import type { Decision } from '../../src/rate-limit/quota.js';
import { createRedisLimiter, type RedisLimiter } from '../../src/rate-limit/redis/limiter.js';
import { collectLog, type LogEntry, parseLine } from '../support/collect-log.js';
import { BAN } from '../support/fixed-quotas.js';
import { START_MS } from '../support/start-server.js';

const done = async () => {};

export interface Node {
  limiter: RedisLimiter;
  /** What it has logged of that level. */
  logged(level: 'warn' | 'info'): LogEntry[];
}

export interface Crew {
  nodes: Node[];
  clock: { nowMs: number };
  /** Sends so many requests at once, each to the next of these nodes. */
  ask(subject: string, times: number, quota: Quota, ...nodes: Node[]): Promise<Decision[]>;
  close(): Promise<void>;
}

/** Starts nodes that know of each other. `stored` is what their storage has counted before. */
export async function openCrew(
  url: string,
  size: number,
  stored = new Map<string, Counts>(),
): Promise<Crew> {
  const clock = { nowMs: START_MS };
  const nodes: Node[] = [];
  for (let index = 0; index < size; index += 1) {
    const { stream, lines } = collectLog();
    const limiter = await createRedisLimiter(url, {
      counters: {
        load: async (subject) => stored.get(subject),
        save: done,
        forget: done,
        dropAhead: async () => 0,
      },
      log: pino({}, stream),
      clock: () => clock.nowMs,
    });
    const logged: Node['logged'] = (level) =>
      lines.map(parseLine).filter((entry) => entry.level === pino.levels.values[level]);
    nodes.push({ limiter, logged });
  }
  await until(() => nodes.every(({ limiter }) => limiter.status().nodes >= size));
  return {
    nodes,
    clock,
    ask: (subject, times, quota, ...among) =>
      Promise.all(
        Array.from({ length: times }, (_, index) => {
          const node = among[index % among.length];
          if (!node) throw new Error('no node to ask');
          return node.limiter.admit(subject, quota, BAN);
        }),
      ),
    async close() {
      await Promise.all(nodes.map(({ limiter }) => limiter.close()));
    },
  };
}

export function admitted(decisions: readonly Decision[]): number {
  return decisions.filter(({ outcome }) => outcome === 'admitted').length;
}

export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await pause(5);
}

/** What this machine was too busy to ask Redis for proves nothing about the counts there: it is tried again. */
export async function throughRedis<T>({ nodes }: Crew, act: () => Promise<T>): Promise<T> {
  const decidedLocally = () =>
    nodes.reduce((sum, { limiter }) => sum + limiter.status().decidedLocally, 0);
  for (;;) {
    const before = decidedLocally();
    const result = await act();
    if (decidedLocally() === before) return result;
    await until(() => nodes.every(({ limiter }) => !limiter.status().unavailable));
    await pause(1_600); // until no node is cautious any more
  }
}
