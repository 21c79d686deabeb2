// Clients that are slow, idle or too many are disconnected in time, without affecting others.
import { Agent } from 'node:http';
import { MAX_CONNECTIONS } from '../../src/http/connection-limiter.js';
import { describeIfTool } from '../support/describe-if-tool.js';
import { expectError } from '../support/expect-error.js';
import { formatRequest, openConnection } from '../support/raw-connection.js';
import { startServer } from '../support/start-server.js';
import { useTempStore } from '../support/use-temp-store.js';
import { createIdleClients } from './idle-clients.js';
import { createUnlimitedKey } from './inspect-store.js';
import { percentile, timedGet } from './timed-get.js';

const FROM_ONE_ADDRESS = { MAX_CONNECTIONS_PER_ADDRESS: String(MAX_CONNECTIONS) };
/** Has a key, because under load responses to anonymous clients close their connections. */
const requestWith = (key: string) =>
  formatRequest('GET /v1/pets?limit=1', [`Authorization: Bearer ${key}`]);

const store = useTempStore();
describe('when a client sends one byte per second, then it is a 408 and the connection is closed:', () => {
  test.each([
    ['in its headers, after 5 s', 5, (key: string) => ['', formatRequest('GET /v1/pets', [key])]],
    [
      'in its body, after 10 s',
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
    const [firstPart = '', slowPart = ''] = parts(`Authorization: Bearer ${server.key}`);
    const startMs = performance.now();
    connection.send(firstPart + slowPart.slice(0, 1));
    let sent = 1;
    const timer = setInterval(() => connection.send(slowPart.slice(sent, ++sent)), 1_000);
    const reply = await connection.reply();
    await connection.closed;
    clearInterval(timer);
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

describeIfTool('12,000 open files')('when the maximum number of connections is open', () => {
  test('and idle, then other clients are served quickly, and idle connections are closed in time', async () => {
    const key = await createUnlimitedKey(store);
    const { url } = await store.start(FROM_ONE_ADDRESS);
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    const measure = async () => {
      const tookMs: number[] = [];
      const reader = async () => {
        for (let count = 0; count < 250; count += 1) {
          const { status, ms } = await timedGet(`${url}/pets`, key, agent);
          expect(status).toBe(200);
          tookMs.push(ms);
        }
      };
      await Promise.all(Array.from({ length: 8 }, reader));
      return percentile(tookMs, 99);
    };
    await measure(); // warm-up
    const unloaded = await measure();
    const clients = createIdleClients(url, requestWith(key));
    await clients.connect(MAX_CONNECTIONS - 8);
    const startMs = performance.now();
    const loaded = await measure();
    expect(clients.closed).toEqual([]);
    await clients.waitForClosed(clients.connected);
    const seconds = (performance.now() - startMs) / 1000;
    agent.destroy();
    process.stdout.write(
      `idle: ${clients.connected} connections; p99 of a GET ${loaded.toFixed(1)} ms, before ${unloaded.toFixed(1)} ms; the last closed after ${seconds.toFixed(1)} s\n`,
    );
    expect(loaded).toBeLessThan(unloaded * 3 + 50);
    expect(seconds).toBeLessThan(70);
    expect([...clients.statusLines]).toEqual(['HTTP/1.1 200 OK']);
  });

  test('and nothing is sent, then each is a 408 and closed within 7 s', async () => {
    const { url } = await store.start(FROM_ONE_ADDRESS);
    const clients = createIdleClients(url, undefined);
    await clients.connect(3_000);
    const startMs = performance.now();
    await clients.waitForClosed(clients.connected);
    const seconds = (performance.now() - startMs) / 1000;
    process.stdout.write(`silent: ${clients.connected} closed within ${seconds.toFixed(1)} s\n`);
    expect(seconds).toBeLessThan(7.5);
    expect([...clients.statusLines]).toEqual(['HTTP/1.1 408 Request Timeout']);
  });

  test('and more connect, then the longest idle ones are closed one by one, and an active one stays', async () => {
    const key = await createUnlimitedKey(store);
    const { url } = await store.start(FROM_ONE_ADDRESS);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const active = { requests: 0, connections: 0, stop: false };
    const client = async () => {
      while (!active.stop) {
        const { status, isReused } = await timedGet(`${url}/pets`, key, agent);
        expect(status).toBe(200);
        active.requests += 1;
        if (!isReused) active.connections += 1;
      }
    };
    const activeClient = client();
    const clients = createIdleClients(url, requestWith(key));
    const others = MAX_CONNECTIONS - 1;
    const excess = 1_000;
    await clients.connect(others);
    expect(clients.closed).toEqual([]);
    await clients.send(0); // makes it the most recently active
    await clients.connect(excess);
    await clients.waitForClosed(excess);
    await clients.send(others + excess - 1); // by then the client knows of all closed connections
    active.stop = true;
    await activeClient;
    process.stdout.write(
      `too many: ${clients.connected + 1} connections, ${clients.closed.length} closed, of them the one in use ${active.connections - 1} times in ${active.requests} requests\n`,
    );
    expect(clients.closed).toHaveLength(excess);
    expect(Math.min(...clients.closed)).toBe(1);
    expect(Math.max(...clients.closed)).toBe(excess);
    expect(active.connections).toBe(1);
    agent.destroy();
    clients.destroy();
  });
});
