// Connection limits: which connection is closed when there are too many.
import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { connect, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { ConnectionLimiter } from '../../../src/http/connection-limiter.js';
import { collectLog, parseLine } from '../../support/collect-log.js';
import { formatRequest, openConnection } from '../../support/raw-connection.js';
import { startServer, type TestServer } from '../../support/start-server.js';

const HEALTHZ = formatRequest('GET /healthz');
/** More than the socket buffers of a client that does not read. */
const LARGE = formatRequest('GET /docs/swagger-ui-bundle.js').repeat(8);
/** Until the socket buffers are full, the server counts the response as making progress. */
const FILL_MS = 2_000;

/** A connection on which nothing happens. */
class IdleSocket extends Socket {
  override readonly remoteAddress = '192.0.2.7';
  override readonly bytesWritten = 0;
  override writableLength = 0;
}

let server: TestServer;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server?.close();
});

/** Connects from a loopback address and sends a request. Resolves when a response has begun to arrive. */
async function connectAndSend(address: string, text: string): Promise<Socket> {
  const { hostname, port } = new URL(server.url);
  const socket = connect({ host: hostname, port: Number(port), localAddress: address });
  sockets.push(socket.on('error', () => {}));
  socket.write(text);
  await Promise.race([once(socket, 'readable'), once(socket, 'close')]);
  if (text === HEALTHZ) socket.resume(); // clients with other requests do not read
  return socket;
}

/** Whether the server still responds on the connection. */
async function responds(socket: Socket): Promise<boolean> {
  if (socket.destroyed) return false;
  const reply = once(socket, 'data').then(() => true);
  const end = new Promise<boolean>((resolve) => socket.once('close', () => resolve(false)));
  socket.write(HEALTHZ);
  return Promise.race([reply, end]);
}

test('when an address exceeds its connections, then its own least recently active one is closed', async () => {
  server = await startServer({ maxConnectionsPerAddress: 3 });
  const other = await connectAndSend('127.0.0.3', HEALTHZ); // the least recently active of all addresses
  const first = await connectAndSend('127.0.0.2', HEALTHZ);
  const second = await connectAndSend('127.0.0.2', HEALTHZ);
  const third = await connectAndSend('127.0.0.2', HEALTHZ);
  expect(await responds(first)).toBe(true); // `second` becomes the least recently active
  const closed = once(second, 'close');
  const fourth = await connectAndSend('127.0.0.2', HEALTHZ);
  await closed;
  expect(await Promise.all([other, first, third, fourth].map(responds))).toEqual(
    Array(4).fill(true),
  );
});

test('when all connections have unread responses, then a new one replaces the oldest, and an active one stays', async () => {
  server = await startServer({ maxConnections: 6 });
  const attackers: Socket[] = [];
  for (let count = 0; count < 5; count += 1)
    attackers.push(await connectAndSend('127.0.0.2', LARGE));
  await pause(FILL_MS);
  const active = await connectAndSend('127.0.0.1', HEALTHZ);
  for (const attacker of attackers) {
    const closed = once(attacker, 'close');
    const probe = await connectAndSend('127.0.0.1', HEALTHZ);
    attacker.resume(); // only now, because a reading client makes progress
    await closed;
    expect(await responds(probe)).toBe(true);
    expect(await responds(active)).toBe(true);
  }
});

test('when all connections have requests in progress, then a new one is refused', async () => {
  server = await startServer({ maxConnections: 2 });
  const pet = '{"name":"Hambone","categoryId":1}';
  const lines = [`Authorization: Bearer ${server.key}`, 'Content-Type: application/json'];
  const head = formatRequest('POST /v1/pets', [
    ...lines,
    `Content-Length: ${pet.length}`,
    'Expect: 100-continue',
  ]);
  const busy = [openConnection(server.url), openConnection(server.url)];
  for (const connection of busy) {
    connection.send(head);
    expect((await connection.reply()).status).toBe(100);
  }
  const late = openConnection(server.url);
  await late.closed;
  for (const connection of busy) {
    connection.send(pet);
    expect((await connection.reply()).status).toBe(201);
    connection.destroy();
  }
});

test('when 100 requests are pipelined, then all are answered; when 101 are, then the connection is closed', async () => {
  server = await startServer();
  const good = openConnection(server.url);
  good.send(HEALTHZ.repeat(100));
  for (let count = 0; count < 100; count += 1) expect((await good.reply()).status).toBe(200);
  good.send(HEALTHZ);
  expect((await good.reply()).status).toBe(200);
  good.destroy();
  const bad = openConnection(server.url);
  bad.send(HEALTHZ.repeat(101));
  await bad.closed;
});

test('when connections exceed the limits, then the log has one entry at the beginning and one at the end', () => {
  const log = collectLog();
  const report = new LimitReport(pino({}, log.stream));
  const takeEntries = () =>
    log.lines.splice(0).map((line) => {
      const { time: _time, pid: _pid, hostname: _hostname, ...entry } = parseLine(line);
      return entry;
    });
  const add = (count: number) => {
    const added = Array.from({ length: count }, () => new IdleSocket());
    for (const socket of added) limiter.add(socket);
    return added;
  };
  const none = { refused: 0, evictedIdle: 0, evictedUnread: 0, timedOut: 0, overPipelined: 0 };
  report.update(1_000, 3);
  expect(takeEntries()).toEqual([]);
  report.counts.evictedIdle = 7;
  report.client = '192.0.2.7';
  report.update(2_000, 10);
  const begun = { ...none, evictedIdle: 7, client: '192.0.2.7', connections: 10 };
  expect(takeEntries()).toEqual([
    { level: 40, msg: 'closing connections over the limits', ...begun },
  ]);
  report.counts.timedOut = 5;
  report.update(9_000, 10);
  report.update(18_999, 4);
  expect(takeEntries()).toEqual([]);
  report.update(19_000, 4);
  const ended = { ...begun, timedOut: 5, connections: 4, durationMs: 7_000 };
  expect(takeEntries()).toEqual([
    { level: 40, msg: 'no more connections over the limits', ...ended },
  ]);
  report.update(40_000, 4);
  report.close(4);
  expect(takeEntries()).toEqual([]);
  report.counts.refused = 1;
  report.update(41_000, 4);
  report.close(4);
  expect(takeEntries()).toMatchObject([
    { ...none, refused: 1 },
    { ...none, refused: 1 },
  ]);
});
