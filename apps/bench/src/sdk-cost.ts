// `npm run bench:sdk`: cost of an SDK call without a network, and calls per second on a network with latency, each
// against plain fetch, interleaved.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AnimalStore } from '@animal-store/sdk';
import { median } from './statistics.js';

const ROUNDS = 31;
const CALLS_PER_ROUND = 1000;
const LATENCY_MS = 80;
const CONCURRENT_CALLS = 400;
const PLAN = { perMinute: 1000, perDay: 100_000 };

const options = { baseUrl: 'http://127.0.0.1/v1', apiKey: 'as_live_bench' };

function quotaHeaders(used: number): Record<string, string> {
  const [minute, day] = [PLAN.perMinute - used, PLAN.perDay - used];
  return {
    'Content-Type': 'application/json',
    'X-RateLimit-Limit': `${PLAN.perMinute}`,
    'X-RateLimit-Remaining': `${minute}`,
    'X-RateLimit-Reset': '1795132860',
    'RateLimit-Policy': `"minute";q=${PLAN.perMinute};w=60, "day";q=${PLAN.perDay};w=86400`,
    RateLimit: `"minute";r=${minute};t=42, "day";r=${day};t=3642`,
    'X-Request-Id': '3f0c9a52-7d5e-4f0b-9a39-2a8f3f6f1c11',
  };
}

function animal(id: number): object {
  return { id, name: `Animal number ${id}`, categoryId: (id % 7) + 1, status: 'available' };
}

/** Median time of each function, called in turns. */
async function compare(
  functions: Readonly<Record<string, () => unknown>>,
): Promise<Record<string, number>> {
  const times = Object.entries(functions).map(([name, call]) => ({
    name,
    call,
    us: [] as number[],
  }));
  for (let round = -2; round < ROUNDS; round += 1)
    for (const { call, us } of times) {
      const startMs = performance.now();
      for (let count = 0; count < CALLS_PER_ROUND; count += 1) await call();
      if (round >= 0) us.push(((performance.now() - startMs) / CALLS_PER_ROUND) * 1000);
    }
  return Object.fromEntries(times.map(({ name, us }) => [name, median(us)]));
}

async function measureCost(size: number): Promise<void> {
  const text = JSON.stringify(
    size === 1 ? animal(1) : Array.from({ length: size }, (_, index) => animal(index)),
  );
  const headers = quotaHeaders(1);
  const fetch = async () => new Response(text, { headers });
  const store = new AnimalStore({ ...options, fetch });
  const { parse, plain, sdk } = await compare({
    parse: () => JSON.parse(text),
    plain: async () => JSON.parse(await (await fetch()).text()),
    sdk: size === 1 ? () => store.getPet({ petId: 1 }) : () => store.listPets({ limit: size }),
  });
  const [parseUs, plainUs, sdkUs] = [parse ?? 0, plain ?? 0, sdk ?? 0];
  const ownUs = sdkUs - plainUs;
  console.log(
    `${String(size).padStart(3)} animals: JSON.parse ${parseUs.toFixed(1)} µs, plain ${plainUs.toFixed(1)} µs, SDK ${sdkUs.toFixed(1)} µs, own cost ${ownUs.toFixed(1)} µs = ${(ownUs / parseUs).toFixed(1)} × JSON.parse`,
  );
}

async function measureThroughput(): Promise<void> {
  let used = 0;
  const server = createServer((_, response) => {
    used += 1;
    const headers = quotaHeaders(used);
    setTimeout(() => response.writeHead(200, headers).end('[]'), LATENCY_MS);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const rates: Record<string, number> = {};
  for (const name of ['warm-up', 'plain', 'SDK']) {
    used = 0;
    const store = new AnimalStore({ ...options, baseUrl });
    const plain = async () => JSON.parse(await (await fetch(`${baseUrl}/pets`)).text());
    const call = name === 'SDK' ? () => store.listPets() : plain;
    const startMs = performance.now();
    await Promise.all(Array.from({ length: CONCURRENT_CALLS }, call));
    rates[name] = CONCURRENT_CALLS / ((performance.now() - startMs) / 1000);
  }
  server.closeAllConnections();
  server.close();
  const { plain = 0, SDK = 0 } = rates;
  console.log(
    `${CONCURRENT_CALLS} calls at once, ${LATENCY_MS} ms latency, ${PLAN.perMinute} a minute: plain fetch ${plain.toFixed(0)}, SDK ${SDK.toFixed(0)} calls a second (${(SDK / plain).toFixed(2)})`,
  );
}

for (const size of [1, 20, 100]) await measureCost(size);
await measureThroughput();
