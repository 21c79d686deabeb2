// Deployments that heed the same commands: one server on a SQLite file, and two nodes on PostgreSQL and Redis.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeIfService } from './describe-if-service.js';
import { createDatabase } from './postgres.js';
import { startRedis } from './redis-process.js';

export interface Deployment {
  /** For servers and commands. */
  env: Readonly<Record<string, string>>;
  nodes: number;
  /** Within this time after a command, every node heeds its change. 0: at the next request. */
  propagationMs: number;
  close(): Promise<void>;
}

export function describeEachDeployment(define: (open: () => Promise<Deployment>) => void): void {
  describe('beside one server on a SQLite file', () => define(openFile));
  describeIfService('PostgreSQL', 'redis-server')('beside two nodes on PostgreSQL and Redis', () =>
    define(openNodes),
  );
}

async function openFile(): Promise<Deployment> {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-'));
  return {
    env: { DATABASE_URL: `file:${join(folder, 'store.db')}` },
    nodes: 1,
    propagationMs: 0,
    close: () => rm(folder, { recursive: true }),
  };
}

async function openNodes(): Promise<Deployment> {
  const [database, redis] = await Promise.all([createDatabase(), startRedis()]);
  return {
    env: { DATABASE_URL: database.url, RATE_LIMIT_URL: redis.url },
    nodes: 2,
    propagationMs: 1_000,
    async close() {
      await database.drop();
      await redis.close();
    },
  };
}
