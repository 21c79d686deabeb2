// Clients that are slow, idle or too many: they are ended in time, and nobody else notices.
import { Agent } from 'node:http';
import { MAX_CONNECTIONS } from '../../src/http/connection-limiter.js';
import { describeIfTool } from '../support/describe-if-tool.js';
import { expectError } from '../support/expect-error.js';
import { formatRequest, openConnection } from '../support/raw-connection.js';
import { startServer } from '../support/start-server.js';
import { useTempStore } from '../support/use-temp-store.js';
import { startCrowd } from './crowd.js';
import { getOnce, percentile } from './readers.js';
import { createRoomyKey } from './stored.js';

const FROM_ONE_ADDRESS = { MAX_CONNECTIONS_PER_ADDRESS: String(MAX_CONNECTIONS) };
/** Of a client with a key: under load, replies to anonymous clients close their connections. */
const questionOf = (key: string) =>
  formatRequest('GET /v1/pets?limit=1', [`Authorization: Bearer ${key}`]);

const store = useTempStore();
describe('a client that sends a byte a second is told 408, and its connection closed', () => {
  test.each([
    ['in the headers, after 5 s', 5, (key: string) => ['', formatRequest('GET /v1/pets', [key])]],
    [
      'in the body, after 10 s',
      10,
      (key: string) => [
        formatRequest('POST /v1/pets', [
          key,
          'Content-Type: application/json',
          'Content-Length: 99',
        ]),
        '{"name":"Hambone"',
      ],
    ],
  ])('%s', async (_, seconds, parts) => {
    const server = await startServer();
    const connection = openConnection(server.url);
    const [atOnce = '', slowly = ''] = parts(`Authorization: Bearer ${server.key}`);
    const startMs = performance.now();
    connection.send(atOnce + slowly.slice(0, 1));
    let sent = 1;
    const drip = setInterval(() => connection.send(slowly.slice(sent, ++sent)), 1_000);
    const reply = await connection.reply();
    await connection.closed;
    clearInterval(drip);
    const took = (performance.now() - startMs) / 1000;
    process.stdout.write(`slow client: ${reply.status} after ${took.toFixed(1)} s\n`);
    expectError(reply, 408, 'invalid_request');
    expect(reply.headers.get('connection')).toBe('close');
    expect(took).toBeGreaterThanOrEqual(seconds - 0.1);
    expect(took).toBeLessThan(seconds + 2.5);
    expect((await server.call('/pets')).json).toEqual([]);
    await server.close();
  });
});

describeIfTool('12,000 open files')('with as many connections as there may be', () => {
  test('when they are idle, then others are served as ever, and they are closed in time', async () => {
    const key = await createRoomyKey(store);
    const { url } = await store.start(FROM_ONE_ADDRESS);
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    const measure = async () => {
      const tookMs: number[] = [];
      const reader = async () => {
        for (let count = 0; count < 250; count += 1) {
          const { status, ms } = await getOnce(`${url}/pets`, key, agent);
          expect(status).toBe(200);
          tookMs.push(ms);
        }
      };
      await Promise.all(Array.from({ length: 8 }, reader));
      return percentile(tookMs, 99);
    };
    await measure(); // warm
    const alone = await measure();
    const crowd = startCrowd(url, questionOf(key));
    await crowd.come(MAX_CONNECTIONS - 8);
    const startMs = performance.now();
    const crowded = await measure();
    expect(crowd.closed).toEqual([]);
    await crowd.left(crowd.came);
    const seconds = (performance.now() - startMs) / 1000;
    agent.destroy();
    process.stdout.write(
      `idle: ${crowd.came} connections; p99 of a GET ${crowded.toFixed(1)} ms, before ${alone.toFixed(1)} ms; the last closed after ${seconds.toFixed(1)} s\n`,
    );
    expect(crowded).toBeLessThan(alone * 3 + 50);
    expect(seconds).toBeLessThan(70);
    expect([...crowd.heard]).toEqual(['HTTP/1.1 200 OK']);
  });

  test('when they never send anything, then each is told 408 and closed within 7 s', async () => {
    const { url } = await store.start(FROM_ONE_ADDRESS);
    const crowd = startCrowd(url, undefined);
    await crowd.come(3_000);
    const startMs = performance.now();
    await crowd.left(crowd.came);
    const seconds = (performance.now() - startMs) / 1000;
    process.stdout.write(`silent: ${crowd.came} closed within ${seconds.toFixed(1)} s\n`);
    expect(seconds).toBeLessThan(7.5);
    expect([...crowd.heard]).toEqual(['HTTP/1.1 408 Request Timeout']);
  });

  test('when more come, then the longest idle make room, one for one, and a client in use stays', async () => {
    const key = await createRoomyKey(store);
    const { url } = await store.start(FROM_ONE_ADDRESS);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const inUse = { requests: 0, connections: 0, stop: false };
    const client = async () => {
      while (!inUse.stop) {
        const { status, isReused } = await getOnce(`${url}/pets`, key, agent);
        expect(status).toBe(200);
        inUse.requests += 1;
        if (!isReused) inUse.connections += 1;
      }
    };
    const using = client();
    const crowd = startCrowd(url, questionOf(key));
    const others = MAX_CONNECTIONS - 1;
    const tooMany = 1_000;
    await crowd.come(others);
    expect(crowd.closed).toEqual([]);
    await crowd.ask(0); // is the latest used, from now on
    await crowd.come(tooMany);
    await crowd.left(tooMany);
    await crowd.ask(others + tooMany - 1); // until whatever was closed is known
    inUse.stop = true;
    await using;
    process.stdout.write(
      `too many: ${crowd.came + 1} connections, ${crowd.closed.length} closed, of them the one in use ${inUse.connections - 1} times in ${inUse.requests} requests\n`,
    );
    expect(crowd.closed).toHaveLength(tooMany);
    expect(Math.min(...crowd.closed)).toBe(1);
    expect(Math.max(...crowd.closed)).toBe(tooMany);
    expect(inUse.connections).toBe(1);
    agent.destroy();
    crowd.hangUp();
  });
});
