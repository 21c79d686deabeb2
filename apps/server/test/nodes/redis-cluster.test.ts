import { Redis } from 'ioredis';
import { keyOf } from '../../src/rate-limit/redis/count-script.js';
import { describeIfService } from '../support/describe-if-service.js';
import { freePort } from '../support/free-port.js';
import { type RedisProcess, startRedis } from '../support/redis-process.js';
import { admitted, type Crew, openCrew, throughRedis, until } from './crew.js';

const QUOTA = { perMinute: 60, perDay: 1000 };

describeIfService('redis-server')('a cluster', () => {
  let server: RedisProcess;
  let redis: Redis;
  let crew: Crew;
  beforeAll(async () => {
    const busPort = String(await freePort());
    const cluster = ['--cluster-enabled', 'yes', '--cluster-port', busPort];
    server = await startRedis(...cluster, '--cluster-announce-ip', '127.0.0.1');
    redis = new Redis(server.url);
    await redis.call('CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
    await until(async () => String(await redis.cluster('INFO')).includes('cluster_state:ok'));
    crew = await openCrew(server.url.replace('redis:', 'redis+cluster:'), 2);
  });
  afterAll(async () => {
    await crew.close();
    redis.disconnect();
    await server.close();
  });

  test('admits exactly N of N + 50 concurrent requests, of each of many subjects', async () => {
    for (let index = 0; index < 10; index += 1) {
      let round = 0;
      const decisions = await throughRedis(crew, () => {
        round += 1;
        return crew.ask(`key:${index}-${round}`, 110, QUOTA, ...crew.nodes);
      });
      expect(admitted(decisions)).toBe(60);
    }
  });

  test('that loses its connections is found again', async () => {
    await redis.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    await crew.ask('key:lost', 10, QUOTA, ...crew.nodes);
    await until(() => crew.nodes.every(({ limiter }) => !limiter.status().unavailable));
    await until(async () => Number(await redis.hget(keyOf('key:lost'), 'dayCount')) >= 10);
  });
});
