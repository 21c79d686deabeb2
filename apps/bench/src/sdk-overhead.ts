// What the SDK adds to a call: the same listing through it and through a bare fetch with JSON.parse, in turns against the
// same server, as the ratio of the medians.
import { AnimalStore } from '@animal-store/sdk';
import { startStore } from './start-store.js';
import { median } from './statistics.js';

const ANIMALS = 20;
const ROUNDS = 31;
const CALLS_A_ROUND = 300;

const { baseUrl, apiKey, stop } = await startStore();
try {
  const store = new AnimalStore({ baseUrl, apiKey });
  for (let count = 0; count < ANIMALS; count += 1) {
    await store.createPet({ name: `Animal ${count}`, categoryId: 1, status: 'available' });
  }
  const bare = async () => {
    const response = await fetch(`${baseUrl}/pets?limit=${ANIMALS}`, {
      headers: { Authorization: `Bearer ${apiKey}` },
    });
    return JSON.parse(await response.text());
  };
  const sdk = () => store.listPets({ limit: ANIMALS });

  for (const warmUp of [bare, sdk]) await microsecondsACall(warmUp);
  const rounds = { bare: [] as number[], sdk: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.bare.push(await microsecondsACall(bare));
    rounds.sdk.push(await microsecondsACall(sdk));
  }
  const [bareMedian, sdkMedian] = [median(rounds.bare), median(rounds.sdk)];
  console.log(`bare fetch + JSON.parse  ${bareMedian.toFixed(0)} us a call`);
  console.log(`SDK                      ${sdkMedian.toFixed(0)} us a call`);
  console.log(
    `ratio                    ${(sdkMedian / bareMedian).toFixed(3)}  (median of ${ROUNDS} rounds of ${CALLS_A_ROUND} calls)`,
  );
} finally {
  await stop();
}

async function microsecondsACall(call: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  for (let count = 0; count < CALLS_A_ROUND; count += 1) await call();
  return ((performance.now() - startMs) / CALLS_A_ROUND) * 1000;
}
