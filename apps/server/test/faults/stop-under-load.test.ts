// Graceful shutdown under load: requests in progress are completed, and no client is disconnected without a response.

import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '../support/random.js';
import { formatRequest, openConnection } from '../support/raw-connection.js';
import type { ServerProcess } from '../support/start-server-process.js';
import { useTempStore } from '../support/use-temp-store.js';
import { createUnlimitedKey, readStore } from './inspect-store.js';
import { AcknowledgedWrites, postPet } from './write-load.js';

const ROUNDS = 10;
const WRITERS = 64;
const PARTIAL = 8;
const IDLE = 16;
const MAX_DELAY_MS = 300;

const store = useTempStore();
interface Load {
  /** Errors between the first byte of a request and its response. */
  failures: string[];
  /** Responses with Connection: close. */
  closedByServer: number;
  /** Resolves when each writer has received Connection: close. */
  ended: Promise<void>;
  /** Resolves when each writer has a response, which means that its connection was accepted. */
  started: Promise<void>;
}

/** Each writer uses one connection until a response closes it. */
function startWriting(url: string, key: string, writes: AcknowledgedWrites, prefix: string): Load {
  const started: (() => void)[] = [];
  const writer = async (number: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let turn = 0; ; turn += 1) {
      const name = `${prefix}-${number}-${turn}`;
      try {
        const reply = await postPet(url, key, name, { agent });
        writes.record(name, reply);
        started[number]?.();
        if (reply.headers.connection !== 'close') continue;
        load.closedByServer += 1;
      } catch (error) {
        load.failures.push(`${name}: ${error}`);
      }
      agent.destroy();
      return;
    }
  };
  const load: Load = {
    failures: [],
    closedByServer: 0,
    ended: Promise.resolve(),
    started: Promise.all(
      Array.from(
        { length: WRITERS },
        (_, n) =>
          new Promise<void>((resolve) => {
            started[n] = resolve;
          }),
      ),
    ).then(() => {}),
  };
  load.ended = Promise.all(Array.from({ length: WRITERS }, (_, n) => writer(n))).then(() => {});
  return load;
}

/** Statuses of /readyz, each on a new connection, until the server refuses connections. */
async function watchReadiness(server: ServerProcess): Promise<number[]> {
  const url = new URL('/readyz', server.url);
  const statuses: number[] = [];
  for (;;) {
    try {
      const { status } = await fetch(url, { headers: { Connection: 'close' } });
      if (statuses.at(-1) !== status) statuses.push(status);
    } catch {
      return statuses;
    }
  }
}

test('when it shuts down under load, then all requests get a response and are stored, and it exits with 0 within 5 s', async () => {
  const random = seededRandom(20_261_205);
  const key = await createUnlimitedKey(store);
  const writes = new AcknowledgedWrites();
  const tookMs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const server = await store.start();
    const load = startWriting(server.url, key, writes, `round${round}`);
    const idle = Array.from({ length: IDLE }, () => openConnection(server.url));
    const partial = Array.from({ length: PARTIAL }, () => openConnection(server.url));
    for (const [index, connection] of partial.entries()) {
      const text = formatRequest('POST /v1/pets', [
        `Authorization: Bearer ${key}`,
        'Content-Length: 9',
      ]);
      connection.send(index % 2 === 0 ? text : text.slice(0, 30));
    }
    await load.started;
    await pause(random() * MAX_DELAY_MS); // a random moment, which no event marks
    const readiness = watchReadiness(server);

    const startMs = performance.now();
    const { exitCode, stderr, stdout } = await server.stop('SIGTERM');
    tookMs.push(performance.now() - startMs);
    await load.ended;
    await Promise.all([...idle, ...partial].map((connection) => connection.closed));
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).not.toContain('"level":50');
    expect(load.failures).toEqual([]);
    expect(load.closedByServer).toBe(WRITERS);
    expect((await readiness).at(-1)).toBe(503); // before it refuses connections
  }
  const { names, integrity } = readStore(store.file);
  const missing = writes.missingFrom(names);
  const longest = Math.round(Math.max(...tookMs));
  process.stdout.write(
    `stop: ${ROUNDS} rounds, ${writes.acknowledged.size} acknowledged, ${missing.length} missing, the longest stop ${longest} ms\n`,
  );
  expect(missing).toEqual([]);
  expect(names.size).toBe(writes.acknowledged.size);
  expect(integrity).toBe('ok');
  expect([...writes.statusCounts.keys()]).toEqual([201]);
  expect(longest).toBeLessThan(5_000);
});
