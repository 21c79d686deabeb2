import { Redis } from 'ioredis';
import { keyOf } from '../../src/rate-limit/redis/count-script.js';
import { describeIfService } from '../support/describe-if-service.js';
import { freePort } from '../support/free-port.js';
import { type RedisProcess, startRedis } from '../support/redis-process.js';
import {
  countAdmitted,
  type LimiterNodes,
  retryUntilDecidedByRedis,
  startLimiterNodes,
  waitUntil,
} from './limiter-nodes.js';

const QUOTA = { perMinute: 60, perDay: 1000 };

describeIfService('redis-server')('with Redis Cluster, nodes', () => {
  let server: RedisProcess;
  let redis: Redis;
  let group: LimiterNodes;
  beforeAll(async () => {
    const busPort = String(await freePort());
    const cluster = ['--cluster-enabled', 'yes', '--cluster-port', busPort];
    server = await startRedis(...cluster, '--cluster-announce-ip', '127.0.0.1');
    redis = new Redis(server.url);
    await redis.call('CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
    await waitUntil(async () => String(await redis.cluster('INFO')).includes('cluster_state:ok'));
    group = await startLimiterNodes(server.url.replace('redis:', 'redis+cluster:'), 2);
  });
  afterAll(async () => {
    await group.close();
    redis.disconnect();
    await server.close();
  });

  test('admit exactly N of N + 50 concurrent requests, for each of several subjects', async () => {
    for (let index = 0; index < 10; index += 1) {
      let round = 0;
      const decisions = await retryUntilDecidedByRedis(group, () => {
        round += 1;
        return group.sendRequests(`key:${index}-${round}`, 110, QUOTA, ...group.nodes);
      });
      expect(countAdmitted(decisions)).toBe(60);
    }
  });

  test('reconnect after they lose their connections', async () => {
    await redis.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    await group.sendRequests('key:lost', 10, QUOTA, ...group.nodes);
    await waitUntil(() => group.nodes.every(({ limiter }) => !limiter.status().unavailable));
    await waitUntil(async () => Number(await redis.hget(keyOf('key:lost'), 'dayCount')) >= 10);
  });
});
