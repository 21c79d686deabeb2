import { setTimeout as pause } from 'node:timers/promises';
import type { ServerProcess } from '../support/start-server-process.js';
import { useTempStore } from '../support/use-temp-store.js';
import { createRoomyKey, readStored, seededRandom } from './stored.js';
import { type SwallowingProxy, startSwallowingProxy } from './swallowing-proxy.js';
import { postPet, type Reply } from './writers.js';

const AT_ONCE = 24;
const KILLS = 8;
const LONGEST_MS = 60;

const store = useTempStore();
let key: string;
let proxy: SwallowingProxy | undefined;
beforeEach(async () => {
  key = await createRoomyKey(store);
});
afterEach(() => proxy?.close());

/** The animal's name is its Idempotency-Key too. */
const postOnce = (url: string, name: string): Promise<Reply> =>
  postPet(url, key, name, { headers: { 'Idempotency-Key': name } });

const storedNames = () => [...readStored(store.file).names.values()].sort();
const isReplay = ({ headers }: Reply) => headers['idempotency-replayed'] === 'true';

/** Sends through a network that loses the reply. Resolves with what was lost. */
async function postInVain(server: ServerProcess, name: string): Promise<string> {
  proxy = await startSwallowingProxy(server.url);
  const lost = proxy.nextReply();
  await expect(postOnce(proxy.url, name)).rejects.toThrow();
  return lost;
}

test('when the connection breaks between commit and reply, then the same POST again gets that reply, and there is one animal', async () => {
  const server = await store.start();
  const lost = await postInVain(server, 'Hambone');
  expect(lost).toMatch(/^HTTP\/1\.1 201 /);
  for (let time = 0; time < 2; time += 1) {
    const again = await postOnce(server.url, 'Hambone');
    expect(again.status).toBe(201);
    expect(isReplay(again)).toBe(true);
    expect(lost).toContain(again.text);
  }
  expect(storedNames()).toEqual(['Hambone']);
});

test('when the server is killed between commit and reply, then so it is on its next start', async () => {
  const server = await store.start();
  const lost = await postInVain(server, 'Emily');
  await server.stop('SIGKILL');
  const again = await postOnce((await store.start()).url, 'Emily');
  expect(again.status).toBe(201);
  expect(isReplay(again)).toBe(true);
  expect(lost).toContain(again.text);
  expect(storedNames()).toEqual(['Emily']);
});

test('whenever the server is killed, each POST that is sent again until it is answered adds one animal', async () => {
  const random = seededRandom(20_261_123);
  const wanted: string[] = [];
  let replayed = 0;
  let unanswered = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const server = await store.start();
    await postOnce(server.url, 'warm'); // the first request takes its time
    const names = Array.from({ length: AT_ONCE }, (_, index) => `life${kill}-${index}`);
    const first = Promise.all(
      names.map((name) => postOnce(server.url, name).catch(() => undefined)),
    );
    await pause(random() * LONGEST_MS); // the moment is the point of it: no event marks it
    await server.stop('SIGKILL');
    const heard = await first;
    unanswered += heard.filter((reply) => reply === undefined).length;
    const next = await store.start();
    for (const [index, name] of names.entries()) {
      const again = await postOnce(next.url, name);
      expect(again.status).toBe(201);
      if (isReplay(again)) replayed += 1;
      const before = heard[index];
      if (before?.status === 201) expect(again.text).toBe(before.text);
    }
    wanted.push(...names);
    await next.stop('SIGKILL');
  }
  process.stdout.write(
    `cut: ${KILLS} kills, ${wanted.length} animals, ${unanswered} unanswered at first, ${replayed} replayed\n`,
  );
  expect(storedNames()).toEqual([...wanted, 'warm'].sort());
  expect(unanswered).toBeGreaterThan(0);
});
