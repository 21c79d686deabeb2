// `npm run bench:sdk`: overhead of the SDK per call, against fetch with JSON.parse, interleaved on the same server.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AnimalStore } from '@animal-store/sdk';
import { seed } from './seed.js';
import { startServer } from './server-process.js';
import { median } from './statistics.js';

const ANIMALS = 20;
const ROUNDS = 31;
const CALLS_PER_ROUND = 300;

const folder = mkdtempSync(join(tmpdir(), 'animal-store-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const server = await startServer('ours', seed(join(folder, 'store.db'), ANIMALS));
const { origin, store } = server;

const client = new AnimalStore({ baseUrl: `${origin}/v1`, apiKey: store.key });
const bare = async () => {
  const response = await fetch(`${origin}/v1/pets?limit=${ANIMALS}`, {
    headers: { Authorization: `Bearer ${store.key}` },
  });
  return JSON.parse(await response.text());
};
const sdk = () => client.listPets({ limit: ANIMALS });

for (const warmUp of [bare, sdk]) await microsecondsPerCall(warmUp);
const rounds = { bare: [] as number[], sdk: [] as number[] };
for (let round = 0; round < ROUNDS; round += 1) {
  rounds.bare.push(await microsecondsPerCall(bare));
  rounds.sdk.push(await microsecondsPerCall(sdk));
}
await server.stop();

const [bareMedian, sdkMedian] = [median(rounds.bare), median(rounds.sdk)];
console.log(`fetch + JSON.parse  ${bareMedian.toFixed(0)} µs per call`);
console.log(`SDK                 ${sdkMedian.toFixed(0)} µs per call`);
console.log(
  `ratio               ${(sdkMedian / bareMedian).toFixed(3)}  (medians of ${ROUNDS} rounds of ${CALLS_PER_ROUND} calls)`,
);

async function microsecondsPerCall(call: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  for (let count = 0; count < CALLS_PER_ROUND; count += 1) await call();
  return ((performance.now() - startMs) / CALLS_PER_ROUND) * 1000;
}
