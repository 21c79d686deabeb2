// Publishable keys on several nodes that count in Redis.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { issueKey } from '../../src/keys/key-service.js';
import { keyOf } from '../../src/rate-limit/redis/count-script.js';
import { outcomeOf } from '../http/rate-limit/rate-limit-headers.js';
import { describeIfService, REDIS_URL } from '../support/describe-if-service.js';
import { BAN, withFixedQuotas } from '../support/fixed-quotas.js';
import { startServer, type TestServer } from '../support/start-server.js';
import { type LimiterNodes, retryUntilDecidedByRedis, startLimiterNodes } from './limiter-nodes.js';

const QUOTA = { perMinute: 6, perDay: 100 };

describeIfService('Redis')('a publishable key on several nodes', () => {
  const redis = new Redis(REDIS_URL);
  let folder: string;
  let group: LimiterNodes;
  let servers: TestServer[];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'animal-store-'));
    group = await startLimiterNodes(REDIS_URL, 2);
    servers = [];
    for (const { limiter } of group.nodes) {
      const file = join(folder, 'store.db');
      servers.push(await startServer({ file, limiter, trustProxy: 1, edit: withFixedQuotas }));
    }
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.close()));
    await group.close();
    await redis.quit();
    rmSync(folder, { recursive: true });
  });

  const ANN = '203.0.113.7';
  const BOB = '203.0.113.8';

  async function newKey() {
    const [server] = servers;
    if (server === undefined) throw new Error('no server');
    const restrictions = {
      isPublishable: true,
      isReadOnly: true,
      origins: ['https://shop.example'],
    };
    const settings = { name: randomUUID(), plan: 'enterprise', quota: QUOTA, ...restrictions };
    return issueKey(server.store.keys, settings, server.clock.nowMs);
  }

  /** Sends requests to the nodes in turn. */
  async function outcomesOf(key: string, address: string, times: number): Promise<string[]> {
    const replies = await Promise.all(
      Array.from({ length: times }, (_, index) =>
        servers[index % servers.length]?.call('/pets', {
          key,
          headers: { 'X-Forwarded-For': address },
        }),
      ),
    );
    return replies.map((reply) => (reply === undefined ? 'no server' : outcomeOf(reply)));
  }

  test('admits exactly its quota for each address, and bans one address alone', async () => {
    const { id, ann, bob } = await retryUntilDecidedByRedis(group, async () => {
      const { id, key } = await newKey();
      const ann = await outcomesOf(key, ANN, QUOTA.perMinute + BAN.refusalsPerMinute);
      return { id, ann, bob: await outcomesOf(key, BOB, QUOTA.perMinute + 1) };
    });
    const count = (outcomes: string[], expected: string) =>
      outcomes.filter((outcome) => outcome === expected).length;
    expect([count(ann, 'admitted'), count(ann, 'rate_limited'), count(ann, 'key_banned')]).toEqual([
      QUOTA.perMinute,
      BAN.refusalsPerMinute - 1,
      1,
    ]);
    expect([count(bob, 'admitted'), count(bob, 'rate_limited')]).toEqual([QUOTA.perMinute, 1]);

    const subjects = [ANN, BOB].map((address) => keyOf(`address:${address} key:${id}`));
    for (const subject of subjects) {
      expect(await redis.hget(subject, 'dayCount')).toBe(`${QUOTA.perMinute}`);
      expect(await redis.pttl(subject)).toBeGreaterThan(0); // its memory is bounded
    }
    expect(await redis.exists(keyOf(`key:${id}`))).toBe(0);
    await redis.unlink(subjects);
  });
});
