import { createServer } from 'node:net';
import { pino } from 'pino';
import { createRedisLimiter } from '../../src/rate-limit/redis/limiter.js';
import { describeIfService } from '../support/describe-if-service.js';
import { freePort } from '../support/free-port.js';
import { ManualCounterStore } from '../support/manual-counter-store.js';
import { type RedisProcess, startRedis } from '../support/redis-process.js';

const SECRET = 'hunter2-%C3%A9-secret';
const SAID = 'hunter2';

async function faultOf(url: string): Promise<string> {
  const options = { counters: new ManualCounterStore(), log: pino({ level: 'silent' }) };
  try {
    const limiter = await createRedisLimiter(url, options);
    await limiter.close();
    return 'none';
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // Nothing of the URL hides in what a log would show, either.
    expect(`${error.stack}${JSON.stringify(pino.stdSerializers.err(error))}`).not.toContain(SAID);
    expect(error.message).not.toContain('\n');
    return error.message;
  }
}

describe('RATE_LIMIT_URL that cannot be meant', () => {
  test.each([
    ['hunter2'],
    ['http://user:hunter2@127.0.0.1:6379'],
    ['redis://:hunter2@'],
    ['redis://:hunter2@127.0.0.1:6379/first'],
    ['redis://:hunter2@127.0.0.1:6379/0?password=hunter2'],
    ['redis://:hunter2%@127.0.0.1:6379'],
    ['redis+cluster://:hunter2@127.0.0.1:6379/1'],
    ['postgres://postgres:hunter2@127.0.0.1:5432/postgres'],
  ])('stops the start: %s', async (url) => {
    expect(await faultOf(url)).toMatch(/^cannot use RATE_LIMIT_URL: it must be redis:/);
  });
});

describe('where no Redis answers, the start says so', () => {
  test.each(['redis', 'rediss'])('of a port that nobody listens on: %s', async (scheme) => {
    const port = await freePort();
    expect(await faultOf(`${scheme}://user:${SECRET}@127.0.0.1:${port}`)).toBe(
      `cannot use RATE_LIMIT_URL: 127.0.0.1:${port} refuses connections`,
    );
  });

  test('of a cluster, too', async () => {
    const port = await freePort();
    expect(await faultOf(`redis+cluster://user:${SECRET}@127.0.0.1:${port}`)).toMatch(
      new RegExp(`^cannot use RATE_LIMIT_URL: 127.0.0.1:${port} (refuses|closed) `),
    );
  });

  test('of a host without an address', async () => {
    expect(await faultOf(`redis://:${SECRET}@nowhere.invalid:6379`)).toBe(
      'cannot use RATE_LIMIT_URL: the host of nowhere.invalid:6379 cannot be resolved',
    );
  });

  test('of a server that says nothing, within a few seconds', async () => {
    const silent = createServer(() => {});
    const port = await freePort();
    await new Promise<void>((resolve) => silent.listen(port, '127.0.0.1', resolve));
    const begunMs = performance.now();
    expect(await faultOf(`redis://:${SECRET}@127.0.0.1:${port}`)).toBe(
      `cannot use RATE_LIMIT_URL: 127.0.0.1:${port} does not answer`,
    );
    expect(performance.now() - begunMs).toBeLessThan(10_000);
    silent.close();
  });
});

describeIfService('redis-server')('a Redis that asks for a password', () => {
  let server: RedisProcess;
  beforeAll(async () => {
    server = await startRedis('--requirepass', 'hunter2-é-secret');
  });
  afterAll(() => server.close());

  const at = (userInfo: string) => `redis://${userInfo}127.0.0.1:${server.port}`;

  test('is used with the right one', async () => {
    expect(await faultOf(at(`:${SECRET}@`))).toBe('none');
    expect(await faultOf(at(`default:${SECRET}@`))).toBe('none');
    expect(await faultOf(`${at(`:${SECRET}@`)}/3`)).toBe('none');
  });

  test.each([
    ['a wrong one', ':hunter2-wrong@', 'refuses the password'],
    ['a wrong user', 'nobody:hunter2-wrong@', 'refuses the password'],
    ['none', '', 'asks for a password'],
  ])('refuses %s with one line that does not show it', async (_, userInfo, words) => {
    expect(await faultOf(at(userInfo))).toBe(
      `cannot use RATE_LIMIT_URL: 127.0.0.1:${server.port} ${words}`,
    );
  });
});

describeIfService('redis-server')('a Redis that', () => {
  test('may only be read stops the start', async () => {
    const server = await startRedis('--min-replicas-to-write', '1');
    expect(await faultOf(server.url)).toMatch(
      new RegExp(`^cannot use RATE_LIMIT_URL: 127.0.0.1:${server.port}: .*NOREPLICAS`),
    );
    await server.close();
  });
});
