// Request bodies that the server does not read.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { TOO_LARGE_BYTES } from '../../support/contract-values.js';
import { expectError } from '../../support/expect-error.js';
import {
  formatPost,
  formatRequest,
  openConnection,
  startPost,
} from '../../support/raw-connection.js';
import { startServer, type TestServer } from '../../support/start-server.js';

const GIGABYTE = 1_000_000_000;
const MEGABYTE = 1_000_000;
const PET = '{"name":"Hambone","categoryId":1}';

/** Server-side sockets, by the port of the client. */
const accepted = new Map<number | undefined, Socket>();
const onAccepted = (message: unknown) => {
  if (isWithSocket(message)) accepted.set(message.socket.remotePort, message.socket);
};
function isWithSocket(message: unknown): message is { socket: Socket } {
  return typeof message === 'object' && message !== null && 'socket' in message;
}

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  subscribe('net.server.socket', onAccepted);
});
afterAll(async () => {
  unsubscribe('net.server.socket', onAccepted);
  await server.close();
});

const JSON_TYPE = 'Content-Type: application/json';

const key = () => `Authorization: Bearer ${server.key}`;

/**
 * Sends the headers, then a body until the connection is closed. @returns The response and the bytes read by the
 * server.
 */
async function flood(head: string, isChunked: boolean): Promise<{ reply: string; read: number }> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  let reply = '';
  socket.setEncoding('latin1').on('data', (text: string) => {
    reply += text;
  });
  socket.on('error', () => {}); // a reset ends the connection, as a close does
  const data = Buffer.alloc(65_536, ' ');
  const part = isChunked
    ? Buffer.concat([Buffer.from('10000\r\n'), data, Buffer.from('\r\n')])
    : data;
  let sent = 0;
  const send = () => {
    while (socket.writable && sent < GIGABYTE) {
      sent += part.length;
      if (!socket.write(part)) return;
    }
  };
  socket.on('drain', send).write(head);
  send();
  await once(socket, 'connect');
  const { localPort } = socket;
  await new Promise((resolve) => socket.once('close', resolve));
  return { reply, read: accepted.get(localPort)?.bytesRead ?? GIGABYTE };
}

const LENGTH = `Content-Length: ${GIGABYTE}`;
const CHUNKED = 'Transfer-Encoding: chunked';

test('when an unwanted body keeps coming, then the client gets its response, and at most 1 MB is read', async () => {
  const floods: [string, number, string, string[]][] = [
    ['no key, in chunks', 401, 'POST /v1/pets', [JSON_TYPE, CHUNKED]],
    ['too large', 413, 'POST /v1/pets', [key(), JSON_TYPE, LENGTH]],
    ['too large, in chunks', 413, 'POST /v1/pets', [key(), JSON_TYPE, CHUNKED]],
    ['no such operation', 405, 'PUT /v1/pets', [key(), JSON_TYPE, CHUNKED]],
    ['not JSON, in chunks', 415, 'POST /v1/pets', [key(), 'Content-Type: a/b', CHUNKED]],
    ['no such path', 404, 'POST /nope', [LENGTH]],
    ['a GET', 200, 'GET /healthz', [CHUNKED]],
    ['no host', 400, 'POST /v1/pets', ['Host: a', 'Host: b', LENGTH]],
  ];
  // at once, because each connection lingers for two seconds
  const check = async ([name, status, startLine, lines]: (typeof floods)[number]) => {
    const { reply, read } = await flood(formatRequest(startLine, lines), lines.includes(CHUNKED));
    expect([name, reply]).toEqual([name, expect.stringContaining(`HTTP/1.1 ${status} `)]);
    expect(reply).toMatch(/\r\nConnection: close\r\n/i);
    expect(reply).toMatch(/\}$/); // complete
    expect([name, read < MEGABYTE]).toEqual([name, true]);
  };
  await Promise.all(floods.map(check));
});

test('when a client sends 200 KB before it reads, then the response arrives', async () => {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname).pause();
  const head = formatRequest('POST /v1/pets', ['Content-Length: 200000']);
  await new Promise((resolve) => socket.write(head + ' '.repeat(200_000), resolve));
  const errors: Error[] = [];
  socket.on('error', (error) => errors.push(error));
  let reply = '';
  for await (const chunk of socket) reply += chunk;
  expect(reply).toMatch(/^HTTP\/1.1 401 .*\}$/s);
  expect(errors).toEqual([]);
});

test('when a refused body is small, then the connection is kept', async () => {
  const connection = openConnection(server.url);
  connection.send(formatRequest('POST /v1/pets', ['Content-Length: 60000'], ' '.repeat(60_000)));
  expectError(await connection.reply(), 401, 'unauthorized');
  connection.send(formatRequest('GET /v1/pets', [key()]));
  expect((await connection.reply()).status).toBe(200);
  connection.destroy();
});

test('when a response closes the connection, then requests pipelined behind it are dropped', async () => {
  const connection = openConnection(server.url, { halfOpen: true });
  const large = ' '.repeat(3_000_000); // more than the server reads at once: the body is not complete when it is refused
  connection.send(formatPost(server.key, large));
  connection.send(formatPost(server.key, PET.replace('Hambone', 'dropped')));
  expectError(await connection.reply(), 413, 'payload_too_large');
  connection.destroy();
  const names = (await server.call('/pets')).json.map(({ name }) => name);
  expect(names).not.toContain('dropped');
});

describe('when a client expects 100-continue', () => {
  const length = `Content-Length: ${PET.length}`;

  test('then it gets 100 and the connection is kept', async () => {
    const connection = await startPost(server, PET);
    connection.send(PET);
    const reply = await connection.reply();
    expect([reply.status, reply.headers.get('connection')]).toEqual([201, 'keep-alive']);
    connection.destroy();
  });

  test.each<[number, string, () => string[]]>([
    [401, 'POST /v1/pets', () => [JSON_TYPE, length]],
    [413, 'POST /v1/pets', () => [key(), JSON_TYPE, `Content-Length: ${TOO_LARGE_BYTES}`]],
    [415, 'POST /v1/pets', () => [key(), 'Content-Type: text/plain', length]],
    [404, 'POST /nope', () => [JSON_TYPE, length]],
  ])(
    'then a %i is sent without 100 and the connection is closed',
    async (status, startLine, headers) => {
      const connection = openConnection(server.url);
      connection.send(formatRequest(startLine, [...headers(), 'Expect: 100-continue']));
      const reply = await connection.reply();
      expect([reply.status, reply.headers.get('connection')]).toEqual([status, 'close']);
      await connection.closed;
    },
  );

  test('then HTTP/1.0 clients get no 100', async () => {
    const connection = openConnection(server.url);
    const request = formatPost(server.key, PET, ['Expect: 100-continue']);
    connection.send(request.replace('HTTP/1.1\r\nHost: 127.0.0.1', 'HTTP/1.0'));
    expect((await connection.reply()).status).toBe(201);
    await connection.closed;
  });
});
