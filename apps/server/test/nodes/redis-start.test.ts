import { createServer } from 'node:net';
import { pino } from 'pino';
import { createRedisLimiter } from '../../src/rate-limit/redis/limiter.js';
import { describeIfService } from '../support/describe-if-service.js';
import { freePort } from '../support/free-port.js';
import { ManualCounterStore } from '../support/manual-counter-store.js';
import { type RedisProcess, startRedis } from '../support/redis-process.js';

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

describe('when RATE_LIMIT_URL is invalid', () => {
  test.each([
    ['hunter2'],
    ['http://user:hunter2@127.0.0.1:6379'],
    ['redis://:hunter2@'],
    ['redis://:hunter2@127.0.0.1:6379/first'],
    ['redis://:hunter2@127.0.0.1:6379/0?password=hunter2'],
    ['redis://:hunter2%@127.0.0.1:6379'],
    ['redis+cluster://:hunter2@127.0.0.1:6379/1'],
    ['postgres://postgres:hunter2@127.0.0.1:5432/postgres'],
  ])('then the start fails: %s', async (url) => {
    expect(await startErrorOf(url)).toMatch(/^cannot use RATE_LIMIT_URL: it must be redis:/);
  });
});

describe('when Redis cannot be reached, then the start fails', () => {
  test.each(['redis', 'rediss'])('with a port that refuses connections: %s', async (scheme) => {
    const port = await freePort();
    expect(await startErrorOf(`${scheme}://user:${SECRET}@127.0.0.1:${port}`)).toBe(
      `cannot use RATE_LIMIT_URL: 127.0.0.1:${port} refuses connections`,
    );
  });

  test('with a cluster', async () => {
    const port = await freePort();
    expect(await startErrorOf(`redis+cluster://user:${SECRET}@127.0.0.1:${port}`)).toMatch(
      new RegExp(`^cannot use RATE_LIMIT_URL: 127.0.0.1:${port} (refuses|closed) `),
    );
  });

  test('with a host that cannot be resolved', async () => {
    expect(await startErrorOf(`redis://:${SECRET}@nowhere.invalid:6379`)).toBe(
      'cannot use RATE_LIMIT_URL: the host of nowhere.invalid:6379 cannot be resolved',
    );
  });

  test('with a server that does not respond, within a few seconds', async () => {
    const silent = createServer(() => {});
    const port = await freePort();
    await new Promise<void>((resolve) => silent.listen(port, '127.0.0.1', resolve));
    const startMs = performance.now();
    expect(await startErrorOf(`redis://:${SECRET}@127.0.0.1:${port}`)).toBe(
      `cannot use RATE_LIMIT_URL: 127.0.0.1:${port} does not answer`,
    );
    expect(performance.now() - startMs).toBeLessThan(10_000);
    silent.close();
  });
});

describeIfService('redis-server')('when Redis has a password', () => {
  let server: RedisProcess;
  beforeAll(async () => {
    server = await startRedis('--requirepass', 'hunter2-é-secret');
  });
  afterAll(() => server.close());

  const at = (userInfo: string) => `redis://${userInfo}127.0.0.1:${server.port}`;

  test('then the right one is accepted', async () => {
    expect(await startErrorOf(at(`:${SECRET}@`))).toBe('none');
    expect(await startErrorOf(at(`default:${SECRET}@`))).toBe('none');
    expect(await startErrorOf(`${at(`:${SECRET}@`)}/3`)).toBe('none');
  });

  test.each([
    ['a wrong one', ':hunter2-wrong@', 'refuses the password'],
    ['a wrong user', 'nobody:hunter2-wrong@', 'refuses the password'],
    ['none', '', 'asks for a password'],
  ])('then %s is refused with one line that does not contain it', async (_, userInfo, words) => {
    expect(await startErrorOf(at(userInfo))).toBe(
      `cannot use RATE_LIMIT_URL: 127.0.0.1:${server.port} ${words}`,
    );
  });
});

describeIfService('redis-server')('when Redis', () => {
  test('is read-only, then the start fails', async () => {
    const server = await startRedis('--min-replicas-to-write', '1');
    expect(await startErrorOf(server.url)).toMatch(
      new RegExp(`^cannot use RATE_LIMIT_URL: 127.0.0.1:${server.port}: .*NOREPLICAS`),
    );
    await server.close();
  });
});
