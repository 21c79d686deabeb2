// A process that does not come to its work: it turns requests away at once, says so, and recovers by itself.
import { setTimeout as pause } from 'node:timers/promises';
import { document } from '@animal-store/contract';
import { readContract } from '../../src/contract.js';
import { openConnection, requestText } from '../http/connection.js';
import { expectError } from '../http/expect-error.js';
import { expectInContract } from '../support/check-reply.js';
import { useStoreFolder } from '../support/use-store-folder.js';
import { createRoomyKey } from './stored.js';

const CLIENTS = 64;
const STILL_MS = 1_500;

const store = useStoreFolder();
const contract = readContract(document);

test('when the process stood still, then what has piled up is turned away with 503, /healthz answers, and it recovers', async () => {
  const key = await createRoomyKey(store);
  const server = await store.start();
  const text = requestText('GET /v1/pets', [`Authorization: Bearer ${key}`]);
  const clients = Array.from({ length: CLIENTS }, () => openConnection(server.url));
  const askAll = () => {
    for (const client of clients) client.send(text);
    return Promise.all(clients.map((client) => client.reply()));
  };
  expect(new Set((await askAll()).map(({ status }) => status))).toEqual(new Set([200]));
  const operator = openConnection(server.url);
  operator.send(requestText('GET /healthz'));
  await operator.reply();

  server.child.kill('SIGSTOP');
  const asked = askAll();
  operator.send(requestText('GET /healthz'));
  await pause(STILL_MS); // how long it stands still
  server.child.kill('SIGCONT');
  const replies = await asked;
  const goneOnMs = performance.now();
  expect((await operator.reply()).status).toBe(200);
  const shed = replies.filter(({ status }) => status !== 200);
  for (const reply of shed) {
    expectError(reply, 503, 'unavailable');
    expect(reply.headers.get('retry-after')).toBe('1');
    expect(reply.headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/);
    expectInContract(contract, 'GET', '/pets', { ...reply, json: JSON.parse(reply.text) });
  }

  const [client] = clients;
  for (let status = 503; status !== 200; ) {
    client?.send(text);
    status = (await client?.reply())?.status ?? 0;
  }
  const recoveredMs = Math.round(performance.now() - goneOnMs);
  process.stdout.write(
    `overload: ${STILL_MS} ms still, ${shed.length} of ${CLIENTS} turned away, recovered after ${recoveredMs} ms\n`,
  );
  expect(shed.length).toBeGreaterThan(CLIENTS / 2);
  expect(recoveredMs).toBeLessThan(1_000);
  expect(new Set((await askAll()).map(({ status }) => status))).toEqual(new Set([200]));
  for (const connection of [...clients, operator]) connection.destroy();
  const { stdout } = await server.stop();
  expect(stdout.match(/"overloaded: requests are turned away"/g)).toHaveLength(1);
});
