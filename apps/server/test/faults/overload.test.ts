// A suspended process sheds the requests that have queued up, logs it and recovers.
import { setTimeout as pause } from 'node:timers/promises';
import { document } from '@animal-store/contract';
import { expectError } from '../support/expect-error.js';
import { formatRequest, openConnection } from '../support/raw-connection.js';
import { readContract } from '../support/read-contract.js';
import { useTempStore } from '../support/use-temp-store.js';
import { expectValidResponse } from '../support/validate-response.js';
import { createUnlimitedKey } from './inspect-store.js';

const CLIENTS = 64;
/** Longer than valid keys wait. */
const LONG_MS = 6_000;
/** Longer than anonymous requests wait. */
const SHORT_MS = 1_500;

const store = useTempStore();
const contract = readContract(document);

test('when the process was suspended for long, then queued requests are shed with 503, /healthz works, and it recovers', async () => {
  const key = await createUnlimitedKey(store);
  const server = await store.start();
  const text = formatRequest('GET /v1/pets', [`Authorization: Bearer ${key}`]);
  const clients = Array.from({ length: CLIENTS }, () => openConnection(server.url));
  const requestAll = () => {
    for (const client of clients) client.send(text);
    return Promise.all(clients.map((client) => client.reply()));
  };
  expect(new Set((await requestAll()).map(({ status }) => status))).toEqual(new Set([200]));
  const probe = openConnection(server.url);
  probe.send(formatRequest('GET /healthz'));
  await probe.reply();

  server.child.kill('SIGSTOP');
  const pending = requestAll();
  probe.send(formatRequest('GET /healthz'));
  await pause(LONG_MS); // how long the process is suspended
  server.child.kill('SIGCONT');
  const replies = await pending;
  const resumedMs = performance.now();
  expect((await probe.reply()).status).toBe(200);
  const shed = replies.filter(({ status }) => status !== 200);
  for (const reply of shed) {
    expectError(reply, 503, 'unavailable');
    expect(reply.headers.get('retry-after')).toBe('1');
    expect(reply.headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/);
    expectValidResponse(contract, 'GET', '/pets', { ...reply, json: JSON.parse(reply.text) });
  }

  const [client] = clients;
  for (let status = 503; status !== 200; ) {
    client?.send(text);
    status = (await client?.reply())?.status ?? 0;
  }
  const recoveredMs = Math.round(performance.now() - resumedMs);
  process.stdout.write(
    `overload: suspended for ${LONG_MS} ms, ${shed.length} of ${CLIENTS} shed, recovered after ${recoveredMs} ms\n`,
  );
  expect(shed.length).toBeGreaterThan(CLIENTS / 2);
  expect(recoveredMs).toBeLessThan(1_000);
  expect(new Set((await requestAll()).map(({ status }) => status))).toEqual(new Set([200]));
  for (const connection of [...clients, probe]) connection.destroy();
  const { stdout } = await server.stop();
  expect(stdout.match(/"overloaded: load shedding begins"/g)).toHaveLength(1);
  const [, count] = /"key":(\d+)},"seconds":[\d.]+,"msg":"no longer overloaded/.exec(stdout) ?? [];
  expect(Number(count)).toBeGreaterThanOrEqual(shed.length);
});

test('when the process was suspended briefly, then anonymous requests are shed and valid keys are served', async () => {
  const key = await createUnlimitedKey(store);
  const server = await store.start();
  const clients = Array.from({ length: CLIENTS }, (_, index) => ({
    connection: openConnection(server.url),
    text: formatRequest('GET /v1/pets', index % 2 === 0 ? [`Authorization: Bearer ${key}`] : []),
  }));
  const requestAll = () => {
    for (const { connection, text } of clients) connection.send(text);
    return Promise.all(clients.map(({ connection }) => connection.reply()));
  };
  // one by one, because many anonymous requests in one iteration would close their connections
  for (const { connection, text } of clients) {
    connection.send(text);
    await connection.reply();
  }

  server.child.kill('SIGSTOP');
  const pending = requestAll();
  await pause(SHORT_MS); // how long the process is suspended
  server.child.kill('SIGCONT');
  const replies = await pending;
  const statusesOf = (rest: number) =>
    replies.filter((_, index) => index % 2 === rest).map(({ status }) => status);
  expect(new Set(statusesOf(0))).toEqual(new Set([200]));
  expect(statusesOf(1).filter((status) => status === 503).length).toBeGreaterThan(CLIENTS / 4);
  for (const { connection } of clients) connection.destroy();
});
