// `npm run bench:commits`: effect of group commit, as animals created per second by number of connections. On one
// connection each animal has a commit and a flush of its own; on more, animals that arrive together share one.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertStatuses, LoadGenerator } from './measure.js';
import { createStore } from './seed.js';
import { startServer } from './server-process.js';
import { median } from './statistics.js';

const CONNECTIONS = [1, 8, 64];
const ROUNDS = 5;
const SECONDS_PER_ROUND = 4;

const folder = mkdtempSync(join(tmpdir(), 'animal-store-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const server = await startServer('ours', createStore(join(folder, 'store.db')));
const load = new LoadGenerator();
const rates = new Map(CONNECTIONS.map((connections) => [connections, [] as number[]]));
for (let round = 0; round <= ROUNDS; round += 1) {
  for (const [connections, measured] of rates) {
    const job = { workload: 'create' as const, connections, seconds: SECONDS_PER_ROUND };
    const result = await load.send(server, job, round + 1);
    assertStatuses(`${connections} connections`, result, ['201']);
    if (round > 0) measured.push(result.perSecond); // round 0 is the warm-up
    console.error(
      `round ${round} of ${ROUNDS}: ${connections} connections, ${result.perSecond.toFixed(0)}/s`,
    );
  }
}
load.close();
await server.stop();

const single = median(rates.get(1) ?? []);
for (const [connections, measured] of rates) {
  const rate = median(measured);
  console.log(
    `${String(connections).padStart(2)} connections  ${rate.toFixed(0).padStart(6)} animals/s  ${(rate / single).toFixed(2)}×`,
  );
}
console.log(`(medians of ${ROUNDS} rounds of ${SECONDS_PER_ROUND} s)`);
