// Connections to Redis: why a start fails, and Redis Cluster.
import { createServer } from 'node:net';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { keyOf } from '../../src/rate-limit/redis/count-script.js';
import { createRedisLimiter } from '../../src/rate-limit/redis/limiter.js';
import { describeIfService } from '../support/describe-if-service.js';
import { freePort } from '../support/free-port.js';
import { ManualCounterStore } from '../support/manual-counter-store.js';
import { type RedisProcess, startRedis } from '../support/redis-process.js';
import {
  countAdmitted,
  type LimiterNodes,
  retryUntilDecidedByRedis,
  startLimiterNodes,
  waitUntil,
} from './limiter-nodes.js';

const SECRET = 'hunter2-%C3%A9-secret';
const SECRET_PART = 'hunter2';

async function startErrorOf(url: string): Promise<string> {
  const options = { counters: new ManualCounterStore(), log: pino({ level: 'silent' }) };
  try {
    const limiter = await createRedisLimiter(url, options);
    await limiter.close();
    return 'none';
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // neither the stack nor the log may contain the URL
    expect(`${error.stack}${JSON.stringify(pino.stdSerializers.err(error))}`).not.toContain(
      SECRET_PART,
    );
    expect(error.message).not.toContain('\n');
    return error.message;
  }
}

describe('when Redis cannot be reached, then the start fails', () => {
  test.each([
    ['a port that refuses connections', 'redis', '127.0.0.1', /^(127\S+) refuses connections$/],
    ['such a port and TLS', 'rediss', '127.0.0.1', /^(127\S+) refuses connections$/],
    ['a cluster', 'redis+cluster', '127.0.0.1', /^(127\S+) (refuses|closed) /],
    ['an unknown host', 'redis', 'nowhere.invalid', /^the host of (now\S+) cannot be resolved$/],
  ])('with %s', async (_, scheme, host, reason) => {
    const where = `${host}:${await freePort()}`;
    const [, message = ''] =
      /^cannot use RATE_LIMIT_URL: (.*)$/.exec(
        await startErrorOf(`${scheme}://user:${SECRET}@${where}`),
      ) ?? [];
    expect(message).toMatch(reason);
    expect(message).toContain(where);
  });

  test('with a server that does not respond', async () => {
    const silent = createServer(() => {});
    const port = await freePort();
    await new Promise<void>((resolve) => silent.listen(port, '127.0.0.1', resolve));
    expect(await startErrorOf(`redis://:${SECRET}@127.0.0.1:${port}`)).toBe(
      `cannot use RATE_LIMIT_URL: 127.0.0.1:${port} does not answer`,
    );
    silent.close();
  });
});

const WITH_PASSWORD = ['--requirepass', 'hunter2-é-secret'];
const READ_ONLY = ['--min-replicas-to-write', '1'];
const WITHOUT_SELECT = ['--rename-command', 'SELECT', ''];

describeIfService('redis-server')('when Redis responds', () => {
  test.each<[what: string, settings: string[], userInfo: string, path: string, reason?: RegExp]>([
    ['has the password', WITH_PASSWORD, `:${SECRET}@`, ''],
    ['has the user and the password', WITH_PASSWORD, `default:${SECRET}@`, ''],
    ['has the password and the database', WITH_PASSWORD, `:${SECRET}@`, '/3'],
    ['has another password', WITH_PASSWORD, ':hunter2-wrong@', '', /^IT refuses the password$/],
    ['has another user', WITH_PASSWORD, 'nobody:hunter2-wrong@', '', /^IT refuses the password$/],
    ['has no password', WITH_PASSWORD, '', '', /^IT asks for a password$/],
    ['names a missing database', [], '', '/99', /Redis has no database 99/],
    ['needs SELECT, which it refuses', WITHOUT_SELECT, '', '/1', /unknown command/],
    ['leads to one that is read-only', READ_ONLY, '', '', /^IT: .*NOREPLICAS/],
  ])('and the URL %s, then the start succeeds, or one line says why', async (...row) => {
    const [, settings, userInfo, path, reason] = row;
    const server = await startRedis(...settings);
    const where = `127.0.0.1:${server.port}`;
    const error = await startErrorOf(`redis://${userInfo}${where}${path}`);
    await server.close();
    if (reason === undefined) return expect(error).toBe('none');
    const [, message = ''] = /^cannot use RATE_LIMIT_URL: (.*)$/.exec(error) ?? [];
    expect(message.replace(where, 'IT')).toMatch(reason);
  });
});

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
