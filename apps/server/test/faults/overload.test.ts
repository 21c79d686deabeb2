// A suspended process sheds the requests that have queued up, anonymous clients first, and recovers.
import { setTimeout as pause } from 'node:timers/promises';
import { document } from '@animal-store/contract/document';
import { shop } from '../../src/shop.js';
import { expectError } from '../support/expect-error.js';
import { formatRequest, openConnection } from '../support/raw-connection.js';
import { useTempStore } from '../support/use-temp-store.js';
import { expectValidResponse } from '../support/validate-response.js';
import { createUnlimitedKey } from './inspect-store.js';

/** Every second one has a key. */
const CLIENTS = 64;

const store = useTempStore();
const contract = { ...shop.contract, document };

test.each([
  ['longer than valid keys wait, then most requests', 6_000, 503],
  ['longer than anonymous requests wait, then most of these and no others', 1_500, 200],
])('when the process is suspended %s are a 503, and it recovers', async (_, ms, expected) => {
  const key = await createUnlimitedKey(store);
  const server = await store.start();
  const clients = Array.from({ length: CLIENTS }, (_, index) => ({
    connection: openConnection(server.url),
    text: formatRequest('GET /v1/pets', index % 2 === 0 ? [`Authorization: Bearer ${key}`] : []),
  }));
  const [first] = clients;
  if (first === undefined) throw new Error('no client');
  const probe = openConnection(server.url);
  // one by one, because many anonymous requests in one iteration would close their connections
  for (const { connection, text } of clients) {
    connection.send(text);
    await connection.reply();
  }
  probe.send(formatRequest('GET /healthz'));
  await probe.reply();

  server.child.kill('SIGSTOP');
  for (const { connection, text } of clients) connection.send(text);
  probe.send(formatRequest('GET /healthz'));
  await pause(ms); // how long the process is suspended
  server.child.kill('SIGCONT');
  const replies = await Promise.all(clients.map(({ connection }) => connection.reply()));
  expect((await probe.reply()).status).toBe(200);
  const isShed = ({ status }: { status: number }) => status === 503;
  const ofKeys = replies.filter((_, index) => index % 2 === 0);
  const shed = replies.filter(isShed);
  for (const reply of shed) {
    expectError(reply, 503, 'unavailable');
    expect(reply.headers.get('retry-after')).toBe('1');
    expect(reply.headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/);
    expectValidResponse(contract, 'GET', '/pets', { ...reply, json: JSON.parse(reply.text) });
  }
  expect(shed.length).toBeGreaterThan(CLIENTS / 4);
  if (expected === 200) expect(ofKeys.filter(isShed)).toEqual([]);
  else expect(ofKeys.filter(isShed).length).toBeGreaterThan(CLIENTS / 4);

  for (let status = 503; status !== 200; ) {
    first.connection.send(first.text);
    ({ status } = await first.connection.reply());
  }
  for (const { connection } of [...clients, { connection: probe }]) connection.destroy();
  const { stdout } = await server.stop();
  expect(stdout.match(/"overloaded: load shedding begins"/g)).toHaveLength(1);
  expect(stdout.match(/"no longer overloaded/g)).toHaveLength(1);
});
