// Keys that another process revokes or rotates while the server is under load.
import { Agent } from 'node:http';
import Database from 'better-sqlite3';
import { useTempStore } from '../support/use-temp-store.js';
import { createUnlimitedKey } from './inspect-store.js';
import { timedGet } from './timed-get.js';

const CLIENTS = 32;

const store = useTempStore();
interface TimedStatus {
  sentMs: number;
  endedMs: number;
  status: number;
}

/** Clients that send consecutive requests until stopped. */
function startReadLoad(url: string, key: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const responses: TimedStatus[] = [];
  let isStopped = false;
  const client = async () => {
    while (!isStopped) {
      const sentMs = Date.now();
      const { status } = await timedGet(`${url}/pets`, key, agent);
      responses.push({ sentMs, endedMs: Date.now(), status });
    }
  };
  const ended = Promise.all(Array.from({ length: CLIENTS }, client));
  return {
    responses,
    /** Resolves after that many more responses. */
    async more(count: number) {
      const goal = responses.length + count;
      while (responses.length < goal) await timedGet(`${url}/pets`, key, agent);
    },
    async stop() {
      isStopped = true;
      await ended;
      agent.destroy();
    },
  };
}

const statusesOf = (responses: readonly TimedStatus[]) => [
  ...new Set(responses.map(({ status }) => status)),
];

async function onlyKeyId(): Promise<string> {
  const { stdout } = await store.cli(['keys', 'list', '--json']);
  const [key]: { id: string }[] = JSON.parse(stdout);
  return key?.id ?? '';
}

test('when a key is revoked under load, then each request after the command has returned is a 401', async () => {
  const key = await createUnlimitedKey(store);
  const id = await onlyKeyId();
  const { url } = await store.start();
  const clients = startReadLoad(url, key);
  await clients.more(200);
  const calledMs = Date.now();
  expect((await store.cli(['keys', 'revoke', id])).exitCode).toBe(0);
  const returnedMs = Date.now();
  await clients.more(10);
  await clients.stop();
  const before = clients.responses.filter(({ endedMs }) => endedMs < calledMs);
  const after = clients.responses.filter(({ sentMs }) => sentMs > returnedMs);
  process.stdout.write(
    `revoke: ${before.length} before, ${after.length} after, with status ${statusesOf(after)}\n`,
  );
  expect(statusesOf(before)).toEqual([200]);
  expect(after.length).toBeGreaterThan(0);
  expect(after.filter(({ status }) => ![401, 429, 503].includes(status))).toEqual([]);
  // after the revocation the address has the anonymous quota, which may be used up before the command returns
  expect(clients.responses.find(({ status }) => status !== 200)?.status).toBe(401);
});

test('when a key is rotated under load, then the new secret works at once and the old one until the end of the overlap', async () => {
  const old = await createUnlimitedKey(store);
  const id = await onlyKeyId();
  const { url } = await store.start();
  const clients = startReadLoad(url, old);
  await clients.more(200);
  const { stdout } = await store.cli(['keys', 'rotate', id, '--overlap', '2s']);
  const agent = new Agent({ keepAlive: true });
  expect((await timedGet(`${url}/pets`, stdout.trim(), agent)).status).toBe(200);

  const database = new Database(store.file, { readonly: true });
  const sql = 'SELECT expires_ms FROM api_key_secrets WHERE expires_ms IS NOT NULL';
  const endMs = Number(database.prepare(sql).pluck().get());
  database.close();
  while (Date.now() <= endMs) await clients.more(1);
  await clients.more(10);
  await clients.stop();
  const during = clients.responses.filter(({ endedMs }) => endedMs < endMs);
  const after = clients.responses.filter(({ sentMs }) => sentMs >= endMs);
  const latest = Math.max(...during.map(({ endedMs }) => endedMs));
  process.stdout.write(
    `rotate: ${during.length} during the overlap, the latest ${endMs - latest} ms before its end; ${after.length} after\n`,
  );
  expect(statusesOf(during)).toEqual([200]);
  expect(after.length).toBeGreaterThan(0);
  expect(after.filter(({ status }) => status === 200)).toEqual([]);
  // Later requests are of low priority: they may be over the address's quota, or shed while the machine is busy.
  expect(clients.responses.find(({ status }) => status !== 200)?.status).toBe(401);
  expect(endMs - latest).toBeLessThan(1_000);
  expect((await timedGet(`${url}/pets`, stdout.trim(), agent)).status).toBe(200);
  agent.destroy();
});
