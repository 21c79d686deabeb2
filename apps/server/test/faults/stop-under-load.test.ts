// A server that is told to stop while it is at work: whatever it has begun it ends, and nobody is cut off who listens.
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { formatRequest, openConnection } from '../support/raw-connection.js';
import type { ServerProcess } from '../support/start-server-process.js';
import { useTempStore } from '../support/use-temp-store.js';
import { createRoomyKey, readStored, seededRandom } from './stored.js';
import { Ledger, postPet } from './writers.js';

const ROUNDS = 10;
const WRITERS = 64;
const HALF_SENT = 8;
const IDLE = 16;
const LONGEST_MS = 300;

const store = useTempStore();
interface Load {
  /** What went wrong between a request's first byte and its reply. */
  failures: string[];
  /** Replies that asked for another connection next time. */
  goodbyes: number;
  /** Resolves when each writer has been told to go elsewhere. */
  ended: Promise<void>;
  /** Resolves when each writer has had a reply: until then its connection may wait to be accepted. */
  started: Promise<void>;
}

/** Each writer keeps its connection, and ends where a reply says that the connection does. */
function write(url: string, key: string, ledger: Ledger, prefix: string): Load {
  const started: (() => void)[] = [];
  const writer = async (number: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let turn = 0; ; turn += 1) {
      const name = `${prefix}-${number}-${turn}`;
      try {
        const reply = await postPet(url, key, name, { agent });
        ledger.enter(name, reply);
        started[number]?.();
        if (reply.headers.connection !== 'close') continue;
        load.goodbyes += 1;
      } catch (error) {
        load.failures.push(`${name}: ${error}`);
      }
      agent.destroy();
      return;
    }
  };
  const load: Load = {
    failures: [],
    goodbyes: 0,
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

/** Statuses of /readyz until it is gone; each asked for on a connection of its own. */
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

test('when it is told to stop under load, then all it has is answered and kept, and it ends with 0 within 5 s', async () => {
  const random = seededRandom(20_261_205);
  const key = await createRoomyKey(store);
  const ledger = new Ledger();
  const tookMs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const server = await store.start();
    const load = write(server.url, key, ledger, `round${round}`);
    const idle = Array.from({ length: IDLE }, () => openConnection(server.url));
    const halfSent = Array.from({ length: HALF_SENT }, () => openConnection(server.url));
    for (const [index, connection] of halfSent.entries()) {
      const text = formatRequest('POST /v1/pets', [
        `Authorization: Bearer ${key}`,
        'Content-Length: 9',
      ]);
      connection.send(index % 2 === 0 ? text : text.slice(0, 30));
    }
    await load.started;
    await pause(random() * LONGEST_MS); // the moment is the point of it: no event marks it
    const readiness = watchReadiness(server);

    const startMs = performance.now();
    const { exitCode, stderr, stdout } = await server.stop('SIGTERM');
    tookMs.push(performance.now() - startMs);
    await load.ended;
    await Promise.all([...idle, ...halfSent].map((connection) => connection.closed));
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).not.toContain('"level":50');
    expect(load.failures).toEqual([]);
    expect(load.goodbyes).toBe(WRITERS);
    expect((await readiness).at(-1)).toBe(503); // before it takes no connections
  }
  const { names, integrity } = readStored(store.file);
  const missing = ledger.missingFrom(names);
  const longest = Math.round(Math.max(...tookMs));
  process.stdout.write(
    `stop: ${ROUNDS} rounds, ${ledger.acknowledged.size} acknowledged, ${missing.length} missing, the longest stop ${longest} ms\n`,
  );
  expect(missing).toEqual([]);
  expect(names.size).toBe(ledger.acknowledged.size);
  expect(integrity).toBe('ok');
  expect([...ledger.statuses.keys()]).toEqual([201]);
  expect(longest).toBeLessThan(5_000);
});
