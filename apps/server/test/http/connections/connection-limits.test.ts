// Connection limits: which connection is closed when there are too many. What is logged of that: faults/slow-clients.test.ts.
import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { connect, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { createConnectionLimiter } from '../../../src/http/connection-limiter.js';
import { formatRequest, openConnection, startPost } from '../../support/raw-connection.js';
import { type StartOptions, startServer, type TestServer } from '../../support/start-server.js';

const HEALTHZ = formatRequest('GET /healthz');
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
  expect(server.connectionStats()).toMatchObject({ open: 3, closed: { evictedIdle: 3 } });
});

test('when all have unread responses, then a new one replaces the oldest, and an active one stays', async () => {
  const edit: StartOptions['edit'] = ({ info }) =>
    Object.assign(info, { description: 'x'.repeat(1_500_000) });
  server = await startServer({ limits: { maxConnections: 6 }, edit });
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

test('when 30,000 replies are unfinished on all connections, then one that pipelines is closed', () => {
  const limiter = createConnectionLimiter({ maxConnections: 1_000 }, pino({ level: 'silent' }));
  const open = () => {
    const socket = new Socket();
    limiter.add(socket);
    return socket;
  };
  const send = (socket: Socket) => {
    const version = { httpVersionMajor: 1, httpVersionMinor: 1 };
    const req = Object.assign(new IncomingMessage(socket), version);
    return limiter.addRequest(socket, new ServerResponse(req));
  };
  const attackers = Array.from({ length: 300 }, open);
  for (const attacker of attackers)
    for (let count = 0; count < 100; count += 1) expect(send(attacker)).toBe(true);
  const pipelining = open();
  expect([send(pipelining), send(pipelining)]).toEqual([true, false]);
  expect(pipelining.destroyed).toBe(true);
  attackers[0]?.emit('close');
  const other = open();
  expect([send(other), send(other)]).toEqual([true, true]);
  limiter.close();
});
