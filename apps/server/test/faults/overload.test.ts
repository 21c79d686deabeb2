// A process that stood still: it sheds what has piled up, says so, and recovers by itself.
import { setTimeout as pause } from 'node:timers/promises';
import { document } from '@animal-store/contract';
import { readContract } from '../../src/contract/contract.js';
import { expectError } from '../support/expect-error.js';
import { formatRequest, openConnection } from '../support/raw-connection.js';
import { useTempStore } from '../support/use-temp-store.js';
import { expectValidResponse } from '../support/validate-response.js';
import { createRoomyKey } from './stored.js';

const CLIENTS = 64;
/** Longer than valid keys wait. */
const LONG_MS = 6_000;
/** Longer than requests without a key wait. */
const SHORT_MS = 1_500;

const store = useTempStore();
const contract = readContract(document);

test('when the process stood still for long, then what has piled up is shed with 503, /healthz answers, and it recovers', async () => {
  const key = await createRoomyKey(store);
  const server = await store.start();
  const text = formatRequest('GET /v1/pets', [`Authorization: Bearer ${key}`]);
  const clients = Array.from({ length: CLIENTS }, () => openConnection(server.url));
  const askAll = () => {
    for (const client of clients) client.send(text);
    return Promise.all(clients.map((client) => client.reply()));
  };
  expect(new Set((await askAll()).map(({ status }) => status))).toEqual(new Set([200]));
  const operator = openConnection(server.url);
  operator.send(formatRequest('GET /healthz'));
  await operator.reply();

  server.child.kill('SIGSTOP');
  const asked = askAll();
  operator.send(formatRequest('GET /healthz'));
  await pause(LONG_MS); // how long it stands still
  server.child.kill('SIGCONT');
  const replies = await asked;
  const goneOnMs = performance.now();
  expect((await operator.reply()).status).toBe(200);
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
  const recoveredMs = Math.round(performance.now() - goneOnMs);
  process.stdout.write(
    `overload: ${LONG_MS} ms still, ${shed.length} of ${CLIENTS} shed, recovered after ${recoveredMs} ms\n`,
  );
  expect(shed.length).toBeGreaterThan(CLIENTS / 2);
  expect(recoveredMs).toBeLessThan(1_000);
  expect(new Set((await askAll()).map(({ status }) => status))).toEqual(new Set([200]));
  for (const connection of [...clients, operator]) connection.destroy();
  const { stdout } = await server.stop();
  expect(stdout.match(/"overloaded: load shedding begins"/g)).toHaveLength(1);
  const [, count] = /"key":(\d+)},"seconds":[\d.]+,"msg":"no longer overloaded/.exec(stdout) ?? [];
  expect(Number(count)).toBeGreaterThanOrEqual(shed.length);
});

test('when the process stood still for a moment, then requests without a key are shed, and valid keys are served', async () => {
  const key = await createRoomyKey(store);
  const server = await store.start();
  const clients = Array.from({ length: CLIENTS }, (_, index) => ({
    connection: openConnection(server.url),
    text: formatRequest('GET /v1/pets', index % 2 === 0 ? [`Authorization: Bearer ${key}`] : []),
  }));
  const askAll = () => {
    for (const { connection, text } of clients) connection.send(text);
    return Promise.all(clients.map(({ connection }) => connection.reply()));
  };
  // One by one: many requests without a key in one turn would close their connections.
  for (const { connection, text } of clients) {
    connection.send(text);
    await connection.reply();
  }

  server.child.kill('SIGSTOP');
  const asked = askAll();
  await pause(SHORT_MS); // how long it stands still
  server.child.kill('SIGCONT');
  const replies = await asked;
  const statusesOf = (rest: number) =>
    replies.filter((_, index) => index % 2 === rest).map(({ status }) => status);
  expect(new Set(statusesOf(0))).toEqual(new Set([200]));
  expect(statusesOf(1).filter((status) => status === 503).length).toBeGreaterThan(CLIENTS / 4);
  for (const { connection } of clients) connection.destroy();
});
