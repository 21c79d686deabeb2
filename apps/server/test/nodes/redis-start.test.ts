// Connections to Redis: why a start fails, and Redis Cluster.
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createRedisLimiter } from '@animal-store/engine/internal/rate-limit/redis/redis-limiter';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { describeIfService } from '../support/describe-if-service.js';
import { freePort } from '../support/free-port.js';
import { ManualCounterStore } from '../support/manual-counter-store.js';
import { keyOf, MEMBERS_KEY, NAMESPACE } from '../support/redis-keys.js';
import { type RedisProcess, startRedis, useRedis } from '../support/redis-process.js';
import { readRepositoryFile } from '../support/repository.js';
import { runInProcess } from '../support/run-in-process.js';
import { waitUntil } from '../support/wait-until.js';
import {
  countAdmitted,
  type LimiterNodes,
  retryUntilDecidedByRedis,
  startLimiterNodes,
} from './limiter-nodes.js';

const SECRET = 'hunter2-%C3%A9-secret';
const SECRET_PART = 'hunter2';

async function startErrorOf(url: string): Promise<string> {
  const options = {
    namespace: NAMESPACE,
    counters: new ManualCounterStore(),
    log: pino({ level: 'silent' }),
  };
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

const page = readRepositoryFile('docs/operate/scaling.md');
const [, rights = ''] = /^ACL SETUSER animal_store on >PASSWORD (.*)$/m.exec(page) ?? [];
const USER = 'animal_store:PASSWORD@';

/** Gives the user of scaling.md its rights. */
function permit(redis: Redis, ...more: string[]) {
  const rules = ['reset', 'on', '>PASSWORD', ...rights.split(' '), ...more];
  return redis.call('ACL', 'SETUSER', 'animal_store', ...rules);
}

describeIfService('redis-server')('when a user of Redis has the rights of scaling.md', () => {
  const server = useRedis('--maxmemory-policy', 'noeviction');
  let redis: Redis;
  let url: string;
  beforeAll(() => {
    redis = new Redis(server.url);
    url = `${server.url.replace('//', `//${USER}`)}/1`;
  });
  afterAll(() => redis.disconnect());

  const doctor = async () => {
    const env = { DATABASE_URL: ':memory:', RATE_LIMIT_URL: url, PORT: '0' };
    return (await runInProcess(['doctor'], { env })).stdout;
  };

  test('then nodes start, count, survive a restart of Redis, and doctor finds no fault', async () => {
    await permit(redis);
    expect(await doctor()).toMatch(/^ok {7}redis /m);
    const group = await startLimiterNodes(url, 2);
    const statuses = () => group.nodes.map(({ limiter }) => limiter.status());
    try {
      await redis.call('SCRIPT', 'FLUSH');
      await redis.call('CLIENT', 'KILL', 'USER', 'animal_store');
      await waitUntil(() =>
        statuses().every(({ outages, unavailable }) => outages === 1 && !unavailable),
      );
      await pause(1_600); // until no node limits itself to its share
      const decisions = await group.sendRequests('key:a', 110, QUOTA, ...group.nodes);
      expect(countAdmitted(decisions)).toBe(60);
      for (const { limiter } of group.nodes) expect(await limiter.peers.list()).toHaveLength(2);
    } finally {
      await group.close();
    }
    await redis.select(1);
    expect(await redis.exists(MEMBERS_KEY)).toBe(0);
  });

  test.each(rights.match(/\+(?!info)\w+/g) ?? [])(
    'without %s, then doctor says so',
    async (command) => {
      await permit(redis, command.replace('+', '-'));
      expect(await doctor()).toMatch(/^failed {3}redis .*(NOPERM|can't run this command)/m);
    },
  );
});

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
    await permit(redis, '+cluster|slots', '+cluster|info');
    group = await startLimiterNodes(server.url.replace('redis://', `redis+cluster://${USER}`), 2);
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

  test('do not start with a user that may not ask for the state of the cluster', async () => {
    await redis.call(
      'ACL',
      'SETUSER',
      'slots',
      'on',
      'nopass',
      'allkeys',
      '+@all',
      '-cluster|info',
    );
    const url = server.url.replace('redis://', 'redis+cluster://slots:any@');
    expect(await startErrorOf(url)).toMatch(/: the cluster is not ready, or the user may not run /);
  });

  test('reconnect after they lose their connections', async () => {
    await redis.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    await group.sendRequests('key:lost', 10, QUOTA, ...group.nodes);
    await waitUntil(() => group.nodes.every(({ limiter }) => !limiter.status().unavailable));
    await waitUntil(async () => Number(await redis.hget(keyOf('key:lost'), 'dayCount')) >= 10);
  });
});
