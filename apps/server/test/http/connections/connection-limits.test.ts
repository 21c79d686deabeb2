// Connection limits: which connection is closed when there are too many. What is logged of that: faults/slow-clients.test.ts.
import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { connect, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type ConnectionLimiter,
  createConnectionLimiter,
} from '@animal-store/engine/internal/connections/connection-limiter';
import { pino } from 'pino';
import { formatRequest, openConnection, startPost } from '../../support/raw-connection.js';
import { type StartOptions, startServer, type TestServer } from '../../support/start-server.js';

const HEALTHZ = formatRequest('GET /healthz');
const withLargeDocument: StartOptions['edit'] = ({ info }) =>
  Object.assign(info, { description: 'x'.repeat(1_500_000) });
/** More than the system takes for a client that does not read. */
const LARGE = formatRequest('GET /openapi.json').repeat(8);
/** Until then the replies fill the system's buffers, which counts as progress. */
const FILL_MS = 2_000;

let server: TestServer;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server?.close();
});

/** Connects from an address of this machine and asks. Resolves with the socket when a reply has begun to come. */
async function ask(address: string, text: string): Promise<Socket> {
  const { hostname, port } = new URL(server.url);
  const socket = connect({ host: hostname, port: Number(port), localAddress: address });
  sockets.push(socket.on('error', () => {}));
  socket.write(text);
  await Promise.race([once(socket, 'readable'), once(socket, 'close')]);
  if (text === HEALTHZ) socket.resume(); // else it does not read
  return socket;
}

/** @returns What the server has kept: it answers on them once more. */
async function answers(socket: Socket): Promise<boolean> {
  if (socket.destroyed) return false;
  const reply = once(socket, 'data').then(() => true);
  const end = new Promise<boolean>((resolve) => socket.once('close', () => resolve(false)));
  socket.write(HEALTHZ);
  return Promise.race([reply, end]);
}

test('when an address exceeds its connections, then its own least recently active one is closed', async () => {
  server = await startServer({ limits: { maxConnectionsPerAddress: 3 } });
  const other = await ask('127.0.0.3', HEALTHZ); // the least recently active of all
  const first = await ask('127.0.0.2', HEALTHZ);
  const second = await ask('127.0.0.2', HEALTHZ);
  const third = await ask('127.0.0.2', HEALTHZ);
  expect(await answers(first)).toBe(true); // now the second is
  const gone = once(second, 'close');
  const fourth = await ask('127.0.0.2', HEALTHZ);
  await gone;
  expect(await Promise.all([other, first, third, fourth].map(answers))).toEqual(
    Array(4).fill(true),
  );
});

test('when idle connections fill the limit, then each new one replaces the least recently active', async () => {
  server = await startServer({ limits: { maxConnections: 3 } });
  const idle = [];
  for (let count = 0; count < 3; count += 1) idle.push(await ask('127.0.0.2', HEALTHZ));
  for (const socket of idle) {
    const gone = once(socket, 'close');
    const fresh = await ask('127.0.0.1', HEALTHZ);
    await gone;
    expect(await answers(fresh)).toBe(true);
  }
  expect(server.closedConnections()).toMatchObject({ evictedIdle: 3 });
});

test('when all have unread responses, then a new one replaces the oldest, and an active one stays', async () => {
  server = await startServer({ limits: { maxConnections: 6 }, edit: withLargeDocument });
  const attackers: Socket[] = [];
  for (let count = 0; count < 5; count += 1) attackers.push(await ask('127.0.0.2', LARGE));
  await pause(FILL_MS);
  const paying = await ask('127.0.0.1', HEALTHZ);
  for (const attacker of attackers) {
    const gone = once(attacker, 'close');
    const probe = await ask('127.0.0.1', HEALTHZ);
    attacker.resume(); // not before: a client that reads makes progress
    await gone;
    expect(await answers(probe)).toBe(true);
    expect(await answers(paying)).toBe(true);
  }
});

test('when all connections have requests in progress, then a new one is refused', async () => {
  server = await startServer({ limits: { maxConnections: 2 } });
  const pet = '{"name":"Hambone","categoryId":1}';
  const busy = [await startPost(server, pet), await startPost(server, pet)];
  const late = openConnection(server.url);
  await late.closed;
  for (const connection of busy) {
    connection.send(pet);
    expect((await connection.reply()).status).toBe(201);
    connection.destroy();
  }
});

test('when 100 requests are pipelined, then all are answered, and the connection of 101 is closed', async () => {
  server = await startServer();
  const good = openConnection(server.url);
  good.send(HEALTHZ.repeat(100));
  for (let count = 0; count < 100; count += 1) expect((await good.reply()).status).toBe(200);
  good.send(HEALTHZ);
  expect((await good.reply()).status).toBe(200);
  good.destroy();
  const bad = openConnection(server.url);
  bad.send(HEALTHZ.repeat(101));
  const readAll = async () => {
    for (let count = 0; count < 101; count += 1) await bad.reply();
  };
  await expect(readAll()).rejects.toThrow('incomplete response');
});

test('when a client pipelines large documents and reads slowly, then it gets each of them in whole', async () => {
  server = await startServer({ edit: withLargeDocument });
  const whole = await (await fetch(`${server.url}/openapi.json`)).text();
  const reader = openConnection(server.url);
  reader.send(LARGE);
  for (let count = 0; count < 8; count += 1) {
    const { status, text } = await reader.reply();
    expect([status, text === whole]).toEqual([200, true]);
  }
  reader.send(HEALTHZ);
  expect((await reader.reply()).status).toBe(200);
  reader.destroy();
});

describe('a connection limiter', () => {
  let limiter: ConnectionLimiter;
  beforeEach(() => {
    limiter = createConnectionLimiter({ maxConnections: 1_000 }, pino({ level: 'silent' }));
  });
  afterEach(() => limiter.close());

  const open = () => {
    const socket = new Socket();
    limiter.add(socket);
    return socket;
  };
  const send = (socket: Socket, shouldKeepAlive = true) => {
    const version = { httpVersionMajor: 1, httpVersionMinor: 1 };
    const req = Object.assign(new IncomingMessage(socket), version);
    const reply = Object.assign(new ServerResponse(req), { shouldKeepAlive });
    return limiter.addRequest(socket, reply) && reply;
  };
  /** Opens connections of 100 requests each, 99 of which are behind an unfinished reply, until 3,000 are. */
  const fill = () => {
    const attackers = Array.from({ length: 31 }, open);
    for (const [index, attacker] of attackers.entries())
      for (let count = 0; count < (index < 30 ? 100 : 31); count += 1)
        expect(send(attacker)).toBeTruthy();
    return attackers;
  };

  test('when 3,000 requests wait behind others on all connections, then one that pipelines is closed', () => {
    const attackers = fill();
    const pipelining = open();
    expect([send(pipelining), send(pipelining)]).toEqual([expect.anything(), false]);
    expect(pipelining.destroyed).toBe(true);
    attackers[0]?.emit('close');
    const other = open();
    expect([send(other), send(other)]).not.toContain(false);
  });

  test('when 3,000 wait, then connections with one request each are served', () => {
    fill();
    for (let count = 0; count < 900; count += 1) expect(send(open())).toBeTruthy();
  });

  test('when replies finish, then as many requests may wait again', () => {
    const [first] = fill();
    const replies = Array.from({ length: 2 }, () => send(open()));
    for (const reply of replies) if (reply) reply.emit('finish'); // nothing waited behind them
    expect(send(open())).toBeTruthy();
    const second = open();
    send(second);
    expect(send(second)).toBe(false);
    first?.emit('close');
    const third = open();
    const answered = [send(third), send(third), send(third)];
    for (const reply of answered) if (reply) reply.emit('finish');
    for (let count = 0; count < 100; count += 1) expect(send(third)).toBeTruthy();
  });

  test('when 100 requests are behind a reply that closes the connection, then it is closed at once', () => {
    const socket = open();
    expect(send(socket, false)).toBeTruthy();
    for (let count = 1; count < 100; count += 1) expect(send(socket)).toBe(false);
    expect(socket.destroyed).toBe(false);
    expect(send(socket)).toBe(false);
    expect(socket.destroyed).toBe(true);
  });

  test('when such connections are closed, then their requests no longer count', () => {
    for (let count = 0; count < 100; count += 1) {
      const socket = open();
      send(socket, false);
      for (let behind = 1; behind < 100; behind += 1) send(socket);
      socket.emit('close');
    }
    const other = open();
    expect([send(other), send(other)]).not.toContain(false);
  });
});
