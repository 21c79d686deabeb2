import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { useTempStore } from '../support/use-temp-store.js';
import { createUnlimitedKey } from './inspect-store.js';
import { postPet } from './write-load.js';

const LOCK_TIMEOUT_MS = 2_000;
const POSTS = 8;
/** Between two reads. All reads together must fit into one lease of 1000 requests. */
const PAUSE_MS = 4;
const UNREADY_AFTER_MS = 500;
const READINESS_CACHE_MS = 250;

const store = useTempStore();
let lockProcess: ChildProcess | undefined;
afterEach(() => lockProcess?.kill('SIGKILL'));

/** Acquires the write lock in another process. Returns a function that releases it. */
async function holdLock(): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, [join(__dirname, 'hold-write-lock.cjs'), store.file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  lockProcess = child;
  await once(child.stdout, 'data');
  return async () => {
    child.stdin.end();
    await once(child, 'exit');
  };
}

test('when another process holds the write lock, then a POST is a 503 in time, and all other requests are fast', async () => {
  const key = await createUnlimitedKey(store);
  const server = await store.start();
  await postPet(server.url, key, 'before');
  let isHeld = false;
  const holding = holdLock().finally(() => {
    isHeld = true;
  });
  // reads need a lease, which is written ahead and returned when a key is idle
  while (!isHeld) {
    await (await server.call('/pets', key)).text();
    await pause(PAUSE_MS);
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
    const sentMs = performance.now();
    expect((await fetch(new URL('/healthz', server.url))).status).toBe(200);
    expect((await server.call('/pets', key)).status).toBe(200);
    waitsMs.push((performance.now() - sentMs) / 2);
    await pause(PAUSE_MS);
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
  expect(slowestPost).toBeLessThan(2 * LOCK_TIMEOUT_MS);
  expect(median).toBeLessThan(100);
  expect(waitsMs.at(-1)).toBeLessThan(LOCK_TIMEOUT_MS / 4); // an event loop blocked by the lock would exceed this

  await release();
  expect((await postPet(server.url, key, 'after')).status).toBe(201);
  const names = JSON.parse(await (await server.call('/pets', key)).text()).map(
    ({ name }: { name: string }) => name,
  );
  expect(names).toEqual(['before', 'after']); // refused animals were not added
});

test('when a write waits for the lock, then the server is not ready until the lock is released', async () => {
  const key = await createUnlimitedKey(store);
  const server = await store.start();
  const isReady = async () => {
    const { status } = await fetch(new URL('/readyz', server.url));
    return status;
  };
  await postPet(server.url, key, 'before');
  const release = await holdLock();
  expect(await isReady()).toBe(200); // no write is waiting

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
  await pause(READINESS_CACHE_MS);
  expect(await isReady()).toBe(200);
});
