// Keys that another process ends while the server works with them.
import { Agent } from 'node:http';
import Database from 'better-sqlite3';
import { useTempStore } from '../support/use-temp-store.js';
import { getOnce } from './readers.js';
import { createRoomyKey } from './stored.js';

const CLIENTS = 32;

const store = useTempStore();
interface Answered {
  begunMs: number;
  endedMs: number;
  status: number;
}

/** Clients that ask one request after the other, until told to stop. */
function askOn(url: string, key: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const answered: Answered[] = [];
  let isStopped = false;
  const client = async () => {
    while (!isStopped) {
      const begunMs = Date.now();
      const { status } = await getOnce(`${url}/pets`, key, agent);
      answered.push({ begunMs, endedMs: Date.now(), status });
    }
  };
  const ended = Promise.all(Array.from({ length: CLIENTS }, client));
  return {
    answered,
    /** Resolves once so many more were answered. */
    async more(count: number) {
      const goal = answered.length + count;
      while (answered.length < goal) await getOnce(`${url}/pets`, key, agent);
    },
    async stop() {
      isStopped = true;
      await ended;
      agent.destroy();
    },
  };
}

const statusesOf = (answered: readonly Answered[]) => [
  ...new Set(answered.map(({ status }) => status)),
];

async function onlyKeyId(): Promise<string> {
  const { stdout } = await store.cli(['keys', 'list', '--json']);
  const [key]: { id: string }[] = JSON.parse(stdout);
  return key?.id ?? '';
}

test('when a key is revoked under load, then each request that begins after the command returned is a 401', async () => {
  const key = await createRoomyKey(store);
  const id = await onlyKeyId();
  const { url } = await store.start();
  const clients = askOn(url, key);
  await clients.more(200);
  const calledMs = Date.now();
  expect((await store.cli(['keys', 'revoke', id])).exitCode).toBe(0);
  const returnedMs = Date.now();
  await clients.more(10);
  await clients.stop();
  const before = clients.answered.filter(({ endedMs }) => endedMs < calledMs);
  const after = clients.answered.filter(({ begunMs }) => begunMs > returnedMs);
  process.stdout.write(
    `revoke: ${before.length} before, ${after.length} after, which were answered ${statusesOf(after)}\n`,
  );
  expect(statusesOf(before)).toEqual([200]);
  expect(after.length).toBeGreaterThan(0);
  expect(after.filter(({ status }) => ![401, 429].includes(status))).toEqual([]);
  // The address is a stranger's from the revocation on: its quota ends, and with it the 401, maybe before the command does.
  expect(clients.answered.find(({ status }) => status !== 200)?.status).toBe(401);
});

test('when a key is rotated under load, then the new secret works at once, and the old one to the end of the overlap', async () => {
  const old = await createRoomyKey(store);
  const id = await onlyKeyId();
  const { url } = await store.start();
  const clients = askOn(url, old);
  await clients.more(200);
  const { stdout } = await store.cli(['keys', 'rotate', id, '--overlap', '2s']);
  const agent = new Agent({ keepAlive: true });
  expect((await getOnce(`${url}/pets`, stdout.trim(), agent)).status).toBe(200);

  const database = new Database(store.file, { readonly: true });
  const sql = 'SELECT expires_ms FROM api_key_secrets WHERE expires_ms IS NOT NULL';
  const endMs = Number(database.prepare(sql).pluck().get());
  database.close();
  while (Date.now() <= endMs) await clients.more(1);
  await clients.more(10);
  await clients.stop();
  const within = clients.answered.filter(({ endedMs }) => endedMs < endMs);
  const beyond = clients.answered.filter(({ begunMs }) => begunMs >= endMs);
  const latest = Math.max(...within.map(({ endedMs }) => endedMs));
  process.stdout.write(
    `rotate: ${within.length} within the overlap, the latest ${endMs - latest} ms before its end; ${beyond.length} beyond\n`,
  );
  expect(statusesOf(within)).toEqual([200]);
  expect(beyond.length).toBeGreaterThan(0);
  expect(beyond.filter(({ status }) => status === 200)).toEqual([]);
  expect(beyond[0]?.status).toBe(401);
  expect(endMs - latest).toBeLessThan(1_000);
  expect((await getOnce(`${url}/pets`, stdout.trim(), agent)).status).toBe(200);
  agent.destroy();
});
