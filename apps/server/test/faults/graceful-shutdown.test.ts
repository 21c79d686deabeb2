// Graceful shutdown under load: the server is not ready before it refuses connections, and no client is disconnected without
// a response.
import { setTimeout as pause } from 'node:timers/promises';
import { randomFrom } from '../support/random.js';
import { formatPost, formatRequest, openConnection } from '../support/raw-connection.js';
import type { ServerProcess } from '../support/start-server-process.js';
import { useTempStore } from '../support/use-temp-store.js';
import { createUnlimitedKey, readStore } from './inspect-store.js';

const ROUNDS = 5;
const WRITERS = 16;
/** Connections of clients that send nothing, or a part of a request. */
const OTHERS = ['', 'POST /v1/pets HTTP/1.1\r\nHost: x\r\n', formatRequest('POST /v1/pets')];

const store = useTempStore();

/** Adds animals on one connection until a response closes it. Rejects if a request gets no response. */
async function writeUntilClosed(
  { url }: ServerProcess,
  key: string,
  prefix: string,
  acknowledged: Map<number, string>,
): Promise<void> {
  const connection = openConnection(url);
  for (let turn = 0; ; turn += 1) {
    const name = `${prefix}-${turn}`;
    connection.send(formatPost(key, JSON.stringify({ name, categoryId: 1 })));
    const { status, text, headers } = await connection.reply();
    expect(status).toBe(201);
    acknowledged.set(JSON.parse(text).id, name);
    if (headers.get('connection') === 'close') return;
  }
}

/** The last status of /readyz, each on a new connection, before the server refuses connections. */
async function lastReadiness({ url }: ServerProcess): Promise<number> {
  for (let last = 0; ; ) {
    const headers = { Connection: 'close' };
    const reply = await fetch(new URL('/readyz', url), { headers }).catch(() => undefined);
    if (reply === undefined) return last;
    last = reply.status;
  }
}

test('when it is terminated under load, then it is not ready first, and each request gets a response', async () => {
  const { between } = randomFrom(20_261_205);
  const key = await createUnlimitedKey(store);
  const acknowledged = new Map<number, string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const server = await store.start();
    const writers = Promise.all(
      Array.from({ length: WRITERS }, (_, writer) =>
        writeUntilClosed(server, key, `${round}-${writer}`, acknowledged),
      ),
    );
    const others = OTHERS.map((text) => {
      const connection = openConnection(server.url);
      connection.send(text);
      return connection;
    });
    const before = acknowledged.size;
    while (acknowledged.size < before + WRITERS) await pause(5); // all are connected
    await pause(between(0, 300)); // a random moment, which no event marks
    const readiness = lastReadiness(server);
    const { exitCode, stderr, stdout } = await server.stop('SIGTERM');
    await writers;
    await Promise.all(others.map(({ closed }) => closed));
    expect([exitCode, stderr, await readiness]).toEqual([0, '', 503]);
    expect(stdout).not.toContain('"level":50');
  }
  expect(readStore(store.file)).toEqual({ names: acknowledged, integrity: 'ok' });
});
