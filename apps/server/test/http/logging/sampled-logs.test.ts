// Sampling of the log: refused requests of one client have one line in a minute.
import {
  createLogSampler,
  type LogSampler,
} from '@animal-store/engine/internal/logging/log-sampler';
import { pino } from 'pino';
import { type CollectedLog, collectLog, parseLine } from '../../support/collect-log.js';
import { formatRequest, sendRaw } from '../../support/raw-connection.js';
import { useServerOnFile } from '../../support/use-server.js';

describe('sampling of refused requests', () => {
  const server = useServerOnFile({ trustProxy: 1 });

  test('when clients without a valid key are refused repeatedly, then each has one line', async () => {
    for (let index = 0; index < 100; index += 1)
      for (const address of ['203.0.113.7', '203.0.113.8', '203.0.113.7:80'])
        await server.call('/pets', { key: null, headers: { 'X-Forwarded-For': address } });
    await fetch(`${server.url}/nope`, { headers: { 'X-Forwarded-For': '203.0.113.7' } });
    expect((await server.logged()).map(({ client, status }) => [client, status])).toEqual([
      ['203.0.113.7', 401],
      ['203.0.113.8', 401],
    ]);
  });

  test('when a valid key is refused repeatedly, then each request is logged', async () => {
    const { key, id } = await server.issueKey('enterprise', { perMinute: 1, perDay: 1 });
    for (let index = 0; index < 15; index += 1) await server.call('/pets', { key });
    const logged = await server.logged();
    expect(logged).toHaveLength(15);
    for (const entry of logged) expect(entry.keyId).toBe(id);
  });

  test('when a publishable key is refused repeatedly, then one line of each client is logged', async () => {
    const restrictions = { isPublishable: true, isReadOnly: true, origins: ['https://a.example'] };
    const quota = { perMinute: 1, perDay: 1 };
    const { key, id } = await server.issueKey('enterprise', quota, restrictions);
    const addresses = ['203.0.113.7', '203.0.113.8'];
    for (const address of addresses)
      for (let index = 0; index < 20; index += 1)
        await server.call('/pets', { key, headers: { 'X-Forwarded-For': address } });
    const logged = await server.logged();
    expect(logged.map(({ client, status }) => [client, status])).toEqual(
      addresses.flatMap((address) => [
        [address, 200],
        [address, 429],
      ]),
    );
    for (const entry of logged) expect(entry.keyId).toBe(id);
  });

  test('when a client sends malformed requests repeatedly, then one line is logged', async () => {
    for (let index = 0; index < 10; index += 1) {
      await sendRaw(server.url, 'nonsense\r\n\r\n');
      await sendRaw(server.url, formatRequest('GET /v1/pets', ['Host: a', 'Host: b']));
    }
    expect((await server.logged()).map(({ msg }) => msg)).toEqual(['malformed request']);
  });
});

describe('LogSampler', () => {
  let log: CollectedLog;
  let sampler: LogSampler;
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    log = collectLog();
    sampler = createLogSampler(pino({}, log.stream));
  });
  afterEach(() => jest.useRealTimers());

  function refuse(client: string, status = 429, limit = 1): void {
    sampler.write({ client, status, message: 'request', limit }, () => ({ client, status }));
  }
  const lines = () => log.lines.map(parseLine);

  test('logs as many lines as the limit allows, and after a minute how many were not', () => {
    refuse('a', 401);
    for (let index = 0; index < 1_000; index += 1) refuse('a', index < 10 ? 401 : 429);
    refuse('b');
    expect(lines()).toHaveLength(2);
    jest.advanceTimersByTime(60_000);
    expect(lines().slice(2)).toEqual([
      expect.objectContaining({
        client: 'a',
        suppressed: 1_000,
        statuses: { 401: 10, 429: 990 },
        msg: 'request: lines suppressed',
      }),
    ]);
    refuse('a');
    for (let index = 0; index < 20; index += 1) refuse('c', 200, 10);
    expect(lines()).toHaveLength(4 + 10);
  });

  test('when there are many clients, then lines are bounded and all requests are counted', () => {
    for (let round = 0; round < 2; round += 1) {
      for (let client = 0; client < 5_000; client += 1) refuse(`client ${client}`);
    }
    sampler.flush();
    const written = lines();
    expect(written.length).toBeLessThanOrEqual(2 * 1_000 + 1);
    const suppressed = written.reduce((sum, line) => sum + Number(line.suppressed ?? 0), 0);
    const logged = written.filter(({ msg }) => msg === 'request').length;
    expect(suppressed + logged).toBe(10_000);
    expect(written.at(-1)).toMatchObject({ client: 'other clients', suppressed: 8_000 });
  });
});
