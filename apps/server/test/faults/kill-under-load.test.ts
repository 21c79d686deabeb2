import { setTimeout as pause } from 'node:timers/promises';
import { useTempStore } from '../support/use-temp-store.js';
import { createRoomyKey, readStored, seededRandom } from './stored.js';
import { Ledger, startWriters } from './writers.js';

const KILLS = 20;
const WRITERS = 64;
const LONGEST_MS = 800;

const store = useTempStore();
test('however often the server is killed while it writes, every acknowledged animal is there, and each start succeeds by itself', async () => {
  const random = seededRandom(20_261_120);
  const key = await createRoomyKey(store);
  const ledger = new Ledger();
  for (let kill = 0; kill < KILLS; kill += 1) {
    const server = await store.start(); // rejects if the log that was left is taken for a damaged one
    const options = { url: server.url, key, count: WRITERS, ledger, prefix: `life${kill}` };
    const writers = startWriters(options);
    await writers.acknowledge(1);
    await pause(random() * LONGEST_MS); // the moment is the point of it: no event marks it
    await server.stop('SIGKILL');
    await writers.ended;
  }

  const last = await store.start();
  const { names, integrity } = readStored(store.file);
  const missing = ledger.missingFrom(names);
  process.stdout.write(
    `kill: ${KILLS} kills, ${ledger.acknowledged.size} acknowledged, ${missing.length} missing, ${ledger.givenTwice.length} identifiers given twice\n`,
  );
  expect(missing).toEqual([]);
  expect(ledger.givenTwice).toEqual([]);
  expect(integrity).toBe('ok');
  expect([...ledger.statuses.keys()]).toEqual([201]);
  expect(ledger.acknowledged.size).toBeGreaterThan(KILLS * 10);
  const newest = Math.max(...ledger.acknowledged.keys());
  expect((await last.call(`/pets/${newest}`, key)).status).toBe(200);
});
