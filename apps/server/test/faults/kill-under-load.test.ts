import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '../support/random.js';
import { useTempStore } from '../support/use-temp-store.js';
import { createUnlimitedKey, readStore } from './inspect-store.js';
import { AcknowledgedWrites, startWriteLoad } from './write-load.js';

const KILLS = 20;
const WRITERS = 64;
const MAX_DELAY_MS = 800;

const store = useTempStore();
test('when the server is killed repeatedly while it writes, then no acknowledged animal is lost, and each restart succeeds', async () => {
  const random = seededRandom(20_261_120);
  const key = await createUnlimitedKey(store);
  const writes = new AcknowledgedWrites();
  for (let kill = 0; kill < KILLS; kill += 1) {
    const server = await store.start(); // rejects if the leftover WAL is considered damaged
    const options = { url: server.url, key, count: WRITERS, writes, prefix: `life${kill}` };
    const writers = startWriteLoad(options);
    await writers.waitForWrites(1);
    await pause(random() * MAX_DELAY_MS); // a random moment, which no event marks
    await server.stop('SIGKILL');
    await writers.ended;
  }

  const last = await store.start();
  const { names, integrity } = readStore(store.file);
  const missing = writes.missingFrom(names);
  process.stdout.write(
    `kill: ${KILLS} kills, ${writes.acknowledged.size} acknowledged, ${missing.length} missing, ${writes.duplicateIds.length} duplicate ids\n`,
  );
  expect(missing).toEqual([]);
  expect(writes.duplicateIds).toEqual([]);
  expect(integrity).toBe('ok');
  expect([...writes.statusCounts.keys()]).toEqual([201]);
  expect(writes.acknowledged.size).toBeGreaterThan(KILLS * 10);
  const newest = Math.max(...writes.acknowledged.keys());
  expect((await last.call(`/pets/${newest}`, key)).status).toBe(200);
});
