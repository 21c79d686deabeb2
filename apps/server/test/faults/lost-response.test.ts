import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '../support/random.js';
import type { ServerProcess } from '../support/start-server-process.js';
import { useTempStore } from '../support/use-temp-store.js';
import { createUnlimitedKey, readStore } from './inspect-store.js';
import {
  type ResponseDroppingProxy,
  startResponseDroppingProxy,
} from './response-dropping-proxy.js';
import { postPet, type Reply } from './write-load.js';

const CONCURRENCY = 24;
const KILLS = 8;
const MAX_DELAY_MS = 60;

const store = useTempStore();
let key: string;
let proxy: ResponseDroppingProxy | undefined;
beforeEach(async () => {
  key = await createUnlimitedKey(store);
});
afterEach(() => proxy?.close());

/** Uses the name of the animal as its Idempotency-Key. */
const postWithKey = (url: string, name: string): Promise<Reply> =>
  postPet(url, key, name, { headers: { 'Idempotency-Key': name } });

const storedNames = () => [...readStore(store.file).names.values()].sort();
const isReplay = ({ headers }: Reply) => headers['idempotency-replayed'] === 'true';

/** Posts through a proxy that drops the response. Resolves with the dropped response. */
async function postAndDropResponse(server: ServerProcess, name: string): Promise<string> {
  proxy = await startResponseDroppingProxy(server.url);
  const dropped = proxy.nextDroppedResponse();
  await expect(postWithKey(proxy.url, name)).rejects.toThrow();
  return dropped;
}

test('when the connection breaks after the commit, then a retry gets that response, and there is one animal', async () => {
  const server = await store.start();
  const dropped = await postAndDropResponse(server, 'Hambone');
  expect(dropped).toMatch(/^HTTP\/1\.1 201 /);
  for (let time = 0; time < 2; time += 1) {
    const again = await postWithKey(server.url, 'Hambone');
    expect(again.status).toBe(201);
    expect(isReplay(again)).toBe(true);
    expect(dropped).toContain(again.text);
  }
  expect(storedNames()).toEqual(['Hambone']);
});

test('when the server is killed after the commit, then a retry after the restart gets that response', async () => {
  const server = await store.start();
  const dropped = await postAndDropResponse(server, 'Emily');
  await server.stop('SIGKILL');
  const again = await postWithKey((await store.start()).url, 'Emily');
  expect(again.status).toBe(201);
  expect(isReplay(again)).toBe(true);
  expect(dropped).toContain(again.text);
  expect(storedNames()).toEqual(['Emily']);
});

test('when the server is killed at any time, then each POST that is retried adds one animal', async () => {
  const random = seededRandom(20_261_123);
  const expected: string[] = [];
  let replayed = 0;
  let unanswered = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const server = await store.start();
    await postWithKey(server.url, 'warm'); // the first request is slower
    const names = Array.from({ length: CONCURRENCY }, (_, index) => `life${kill}-${index}`);
    const first = Promise.all(
      names.map((name) => postWithKey(server.url, name).catch(() => undefined)),
    );
    await pause(random() * MAX_DELAY_MS); // a random moment, which no event marks
    await server.stop('SIGKILL');
    const responses = await first;
    unanswered += responses.filter((reply) => reply === undefined).length;
    const next = await store.start();
    for (const [index, name] of names.entries()) {
      const again = await postWithKey(next.url, name);
      expect(again.status).toBe(201);
      if (isReplay(again)) replayed += 1;
      const before = responses[index];
      if (before?.status === 201) expect(again.text).toBe(before.text);
    }
    expected.push(...names);
    await next.stop('SIGKILL');
  }
  process.stdout.write(
    `cut: ${KILLS} kills, ${expected.length} animals, ${unanswered} unanswered at first, ${replayed} replayed\n`,
  );
  expect(storedNames()).toEqual([...expected, 'warm'].sort());
  expect(unanswered).toBeGreaterThan(0);
});
