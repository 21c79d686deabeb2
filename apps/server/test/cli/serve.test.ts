import { connect } from 'node:net';
import Database from 'better-sqlite3';
import { quotaOf } from '../support/contract-values.js';
import { createKey } from '../support/run-cli.js';
import { useTempStore } from '../support/use-temp-store.js';

const store = useTempStore();

const CURL = /^ {2}curl -H 'Authorization: Bearer (as_live_\w+)' (http\S+)$/m;

test('the first start prints a key once, with a curl line that works; the second start prints none', async () => {
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

test('a store that has a key already is given none', async () => {
  await createKey(store);
  const server = await store.start();
  expect((await server.stop()).stderr).toBe('');
});

test('stdout is JSON lines alone, one for each request, and never holds a key', async () => {
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
  test('ends an idle server with 0, though clients keep their connections', async () => {
    const key = await createKey(store);
    const server = await store.start();
    await (await server.call('/pets', key)).text(); // its connection stays open
    const sentMs = performance.now();
    expect((await server.stop(signal)).exitCode).toBe(0);
    expect(performance.now() - sentMs).toBeLessThan(2_000);
  });

  test('is heeded from the moment that the first start says it listens', async () => {
    const { exitCode, stdout } = await (await store.start()).stop(signal);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('"stopped"');
  });
});

test('SIGTERM ends the server with 0 within 5 s, even while a client does not finish its request', async () => {
  const server = await store.start();
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.on('error', () => {}); // it will be cut
  await new Promise((resolve) => socket.once('connect', resolve));
  await new Promise((resolve) => socket.write('GET /v1/pets HTTP/1.1\r\nHost: x\r\n', resolve));
  const sentMs = performance.now();
  expect((await server.stop()).exitCode).toBe(0);
  expect(performance.now() - sentMs).toBeLessThan(5_000);
  socket.destroy();
});

test('when one part cannot be closed, then the others are all the same, the log says so, and it exits 1', async () => {
  const key = await createKey(store);
  const server = await store.start();
  await server.call('/pets', key); // its exact count is to be written at the end
  const other = new Database(store.file);
  other.exec('BEGIN IMMEDIATE');
  const { exitCode, stdout, stderr } = await server.stop();
  other.close();
  expect([exitCode, stderr]).toEqual([1, '']);
  expect(stdout).toContain('"cannot close"');
  expect(stdout).toContain('database is locked');
  expect(stdout).toContain('"stopped"');
});

test('what was acknowledged before a kill -9 is there after the next start', async () => {
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
