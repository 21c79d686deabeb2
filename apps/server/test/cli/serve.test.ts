import { connect } from 'node:net';
import Database from 'better-sqlite3';
import { quotaOf } from '../support/contract-values.js';
import { createKey } from '../support/run-cli.js';
import { useTempStore } from '../support/use-temp-store.js';

const store = useTempStore();

const CURL = /^ {2}curl -H 'Authorization: Bearer (as_live_\w+)' (http\S+)$/m;

test('when a server starts on a new store, then it prints a first key with a working curl command, and only once', async () => {
  const first = await store.start();
  const [, key = '', url = ''] = await first.waitForOutput('stderr', CURL);
  const reply = await fetch(url, { headers: { Authorization: `Bearer ${key}` } });
  expect([reply.status, await reply.json()]).toEqual([200, []]);
  expect(reply.headers.get('x-ratelimit-limit')).toBe(`${quotaOf('free').perMinute}`);
  const { stdout, stderr } = await first.stop();
  expect(stdout).not.toContain(key);
  expect(new Set(stderr.match(/as_live_\w+/g))).toEqual(new Set([key]));

  const second = await store.start();
  expect((await second.call('/pets', key)).status).toBe(200);
  expect((await second.stop()).stderr).toBe('');
});

test('when the store has a key, then the start creates none', async () => {
  await createKey(store);
  const server = await store.start();
  expect((await server.stop()).stderr).toBe('');
});

test('stdout has only JSON lines, one for each request, and never a key', async () => {
  const key = await createKey(store);
  const server = await store.start();
  await server.call('/pets', key, { headers: { 'X-Api-Key': key } });
  await server.call(`/pets?token=${key}`, key);
  await server.call(`/pets/${key}`, 'wrong');
  const { stdout } = await server.stop();
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line): { msg?: unknown } => JSON.parse(line));
  const messages = lines.map((line) => line.msg);
  expect(messages[0]).toBe('listening');
  expect(messages.slice(1, 4)).toEqual(['request', 'request', 'request']);
  expect(messages.slice(-2)).toEqual(['stopping', 'stopped']);
  expect(stdout).not.toContain(key.slice('as_live_'.length, -6));
});

describe.each(['SIGTERM', 'SIGINT'] as const)('%s', (signal) => {
  test('when the server is idle, then it exits with 0 although clients keep connections open', async () => {
    const key = await createKey(store);
    const server = await store.start();
    await (await server.call('/pets', key)).text(); // leaves an idle keep-alive connection
    const sentMs = performance.now();
    expect((await server.stop(signal)).exitCode).toBe(0);
    expect(performance.now() - sentMs).toBeLessThan(2_000);
  });

  test('when it arrives right after the first start, then the server exits with 0', async () => {
    const { exitCode, stdout } = await (await store.start()).stop(signal);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('"stopped"');
  });
});

test('when SIGTERM arrives during an incomplete request, then the server exits with 0 within 5 s', async () => {
  const server = await store.start();
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.on('error', () => {}); // the server resets the connection
  await new Promise((resolve) => socket.once('connect', resolve));
  await new Promise((resolve) => socket.write('GET /v1/pets HTTP/1.1\r\nHost: x\r\n', resolve));
  const sentMs = performance.now();
  expect((await server.stop()).exitCode).toBe(0);
  expect(performance.now() - sentMs).toBeLessThan(5_000);
  socket.destroy();
});

test('when a component fails to close, then the others are closed, the error is logged and the exit code is 1', async () => {
  const key = await createKey(store);
  const server = await store.start();
  await server.call('/pets', key); // leaves counts to write at shutdown
  const other = new Database(store.file);
  other.exec('BEGIN IMMEDIATE');
  const { exitCode, stdout, stderr } = await server.stop();
  other.close();
  expect([exitCode, stderr]).toEqual([1, '']);
  expect(stdout).toContain('"cannot close"');
  expect(stdout).toContain('database is locked');
  expect(stdout).toContain('"stopped"');
});

test('when the server is killed, then acknowledged animals are there after the next start', async () => {
  const key = await createKey(store);
  const first = await store.start();
  const pet = { name: 'Hambone', categoryId: 1 };
  const created = await first.call('/pets', key, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(pet),
  });
  expect(created.status).toBe(201);
  await first.stop('SIGKILL');
  const second = await store.start();
  expect(await (await second.call('/pets', key)).json()).toEqual([{ id: 1, ...pet }]);
});
