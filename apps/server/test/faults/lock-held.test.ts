import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { useTempStore } from '../support/use-temp-store.js';
import { createRoomyKey } from './stored.js';
import { postPet } from './writers.js';

const BUDGET_MS = 2_000;
const POSTS = 8;
/** Between two reads: all of them together must not use up a lease, which is of 1000 requests. */
const BREATH_MS = 4;
const UNREADY_AFTER_MS = 500;
const READINESS_KEPT_MS = 250;

const store = useTempStore();
let holder: ChildProcess | undefined;
afterEach(() => holder?.kill('SIGKILL'));

/** Returns what ends it. */
async function holdLock(): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, [join(__dirname, 'lock-holder.cjs'), store.file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  holder = child;
  await once(child.stdout, 'data');
  return async () => {
    child.stdin.end();
    await once(child, 'exit');
  };
}

test('while another process holds the write lock, a POST gets its 503 in time, and everything else is answered at once', async () => {
  const key = await createRoomyKey(store);
  const server = await store.start();
  await postPet(server.url, key, 'before');
  let isHeld = false;
  const holding = holdLock().finally(() => {
    isHeld = true;
  });
  // The quota writes a lease ahead, so reading needs no write now; of a key that is idle it would be given back.
  while (!isHeld) {
    await (await server.call('/pets', key)).text();
    await pause(BREATH_MS);
  }
  const release = await holding;

  const started = performance.now();
  let isOver = false;
  const posts = Promise.all(
    Array.from({ length: POSTS }, async (_, index) => {
      const reply = await postPet(server.url, key, `waits ${index}`);
      return { ...reply, tookMs: performance.now() - started };
    }),
  ).finally(() => {
    isOver = true;
  });
  const waitsMs: number[] = [];
  while (!isOver) {
    const askedMs = performance.now();
    expect((await fetch(new URL('/healthz', server.url))).status).toBe(200);
    expect((await server.call('/pets', key)).status).toBe(200);
    waitsMs.push((performance.now() - askedMs) / 2);
    await pause(BREATH_MS);
  }
  const replies = await posts;
  const slowestPost = Math.max(...replies.map(({ tookMs }) => tookMs));
  const median = waitsMs.sort((a, b) => a - b)[Math.floor(waitsMs.length / 2)] ?? Number.NaN;
  process.stdout.write(
    `lock: ${POSTS} refused after ${Math.round(slowestPost)} ms; ${2 * waitsMs.length} others meanwhile, median ${median.toFixed(1)} ms, slowest ${Math.round(waitsMs.at(-1) ?? 0)} ms\n`,
  );
  for (const { status, text, headers } of replies) {
    expect([status, JSON.parse(text).code]).toEqual([503, 'unavailable']);
    expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
  }
  expect(slowestPost).toBeLessThan(2 * BUDGET_MS);
  expect(median).toBeLessThan(100);
  expect(waitsMs.at(-1)).toBeLessThan(BUDGET_MS / 4); // a loop that waits for the lock would be silent for all of it

  await release();
  expect((await postPet(server.url, key, 'after')).status).toBe(201);
  const names = JSON.parse(await (await server.call('/pets', key)).text()).map(
    ({ name }: { name: string }) => name,
  );
  expect(names).toEqual(['before', 'after']); // what was refused was not added
});

test('while a write waits for the lock, the service becomes unready, and with the lock free it is ready again', async () => {
  const key = await createRoomyKey(store);
  const server = await store.start();
  const isReady = async () => {
    const { status } = await fetch(new URL('/readyz', server.url));
    return status;
  };
  await postPet(server.url, key, 'before');
  const release = await holdLock();
  expect(await isReady()).toBe(200); // nothing waits

  let isOver = false;
  const post = postPet(server.url, key, 'waits').finally(() => {
    isOver = true;
  });
  const startedMs = performance.now();
  let status = await isReady();
  while (status === 200 && !isOver) status = await isReady();
  const tookMs = performance.now() - startedMs;
  process.stdout.write(`lock: unready after ${Math.round(tookMs)} ms\n`);
  expect([status, isOver]).toEqual([503, false]);
  expect(tookMs).toBeGreaterThan(UNREADY_AFTER_MS * 0.9);
  await release();
  expect((await post).status).toBe(201);
  await pause(READINESS_KEPT_MS);
  expect(await isReady()).toBe(200);
});
