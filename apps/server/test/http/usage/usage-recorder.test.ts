// Usage recorder, on the server's own store.
import { dayOf } from '@animal-store/core/rate-limit';
import { StorageUnavailableError } from '@animal-store/engine/internal/model';
import type { UsageStore } from '@animal-store/engine/internal/storage/stores/usage-store';
import {
  createUsageRecorder,
  NO_OPERATION,
} from '@animal-store/engine/internal/usage/usage-recorder';
import { pino } from 'pino';
import { collect } from '../../support/collect.js';
import { collectLog, parseLine } from '../../support/collect-log.js';
import type { CallOptions } from '../../support/start-server.js';
import { START_MS } from '../../support/start-time.js';
import { useServer } from '../../support/use-server.js';

const TODAY = dayOf(START_MS);
const DAY_SECONDS = 86_400;
const METHODS = ['GET', 'HEAD', 'DELETE', 'OPTIONS'];

const server = useServer();

const list = (keyId?: string, day = TODAY) =>
  collect(server.store.usage.list({ firstDay: day, lastDay: day, keyId, operation: undefined }));

/** Stored requests of a key: `listPets 2: 3`. */
async function readUsage(keyId: string, day = TODAY): Promise<string[]> {
  await server.usage.flush();
  return (await list(keyId, day)).map(
    ({ operation, statusClass, requests }) => `${operation} ${statusClass}: ${requests}`,
  );
}

test('when requests end, then they are counted by day, operation and status class, refused ones as 4xx', async () => {
  const { id, key } = await server.issueKey('business');
  const outcomes: [string, CallOptions][] = [
    ...METHODS.map((method): [string, CallOptions] => ['/pets', { method }]),
    ['/pets?limit=0', {}],
    ['/nothing', {}],
    ['/pets', { method: 'POST', json: { name: 'Rex', categoryId: 1 } }],
    ['/pets', { method: 'POST', json: {} }],
    ['/pets', { key: null }],
  ];
  for (const [path, options] of outcomes) await server.call(path, { key, ...options });
  const counted = [
    'createPet 2: 1',
    'createPet 4: 1',
    'listPets 2: 2',
    'listPets 4: 1',
    `${NO_OPERATION} 2: 1`,
    `${NO_OPERATION} 4: 2`,
  ];
  expect(await readUsage(id)).toEqual(counted);
  await server.call('/pets', { key });
  counted[2] = 'listPets 2: 3'; // it is added to the earlier flush
  expect(await readUsage(id)).toEqual(counted);
  server.clock.advance(DAY_SECONDS);
  const limited = await server.issueKey('enterprise', { perMinute: 1, perDay: 10 });
  for (let count = 0; count < 3; count += 1) await server.call('/pets', limited);
  const used = ['listPets 2: 1', 'listPets 4: 2'];
  expect(await readUsage(limited.id, TODAY + 1)).toEqual(used);
  expect(await readUsage(id, TODAY)).toEqual(counted);
});

describe('when the store cannot be written', () => {
  /** Its store fails before or after the write, as a lost connection does. */
  function startRecorder(at?: 'before' | 'after') {
    const failing: { at: typeof at } = { at };
    const store = server.store.usage;
    const fail = () => {
      throw new StorageUnavailableError('the connection is lost');
    };
    const usage: UsageStore = {
      ...store,
      async add(batch, oldestDay) {
        if (failing.at === 'before') fail();
        await store.add(batch, oldestDay);
        if (failing.at === 'after') fail();
      },
    };
    const log = collectLog();
    const recorder = createUsageRecorder(usage, () => START_MS, pino({}, log.stream));
    return { recorder, failing, log };
  }

  const total = async () => (await list('key_1')).reduce((sum, { requests }) => sum + requests, 0);

  test.each(['before', 'after'] as const)(
    'and the flush fails %s the commit, then every request is counted once by a later flush',
    async (at) => {
      const { recorder, failing, log } = startRecorder(at);
      recorder.record('key_1', 'listPets', 200);
      await recorder.flush();
      recorder.record('key_1', 'listPets', 200);
      recorder.record('key_1', 'getPet', 404);
      await recorder.flush();
      expect(await total()).toBe(at === 'before' ? 0 : 1);
      failing.at = undefined;
      await recorder.flush();
      expect(await total()).toBe(3);
      await recorder.close();
      expect(await total()).toBe(3);
      expect(log.lines.map((line) => parseLine(line).msg)).toEqual([
        'usage cannot be written now: it is kept in memory',
        'usage is written again; nothing was lost',
      ]);
    },
  );

  test('until the server stops, then the log has the number of requests that are not counted', async () => {
    const { recorder, log } = startRecorder('before');
    recorder.record('key_1', 'listPets', 200);
    await recorder.flush();
    recorder.record('key_1', 'listPets', 200);
    await recorder.close();
    expect(parseLine(log.lines.at(-1) ?? '')).toMatchObject({ level: 50, requests: 2 });
  });
});

test('when more rows are recorded than a batch holds, then all of them are written', async () => {
  for (let key = 0; key < 2_500; key += 1) server.usage.record(`key_${key}`, 'listPets', 200);
  await server.usage.flush();
  expect(await list()).toHaveLength(2_500);
});
