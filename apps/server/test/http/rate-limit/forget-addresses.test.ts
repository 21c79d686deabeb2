import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NO_COUNTS } from '@animal-store/contract/rate-limit';
import { LocalLimiter } from '../../../src/rate-limit/local-limiter.js';
import { createSqliteStore } from '../../../src/storage/sqlite/sqlite-store.js';
import { fakeSweepTimer, restoreSweepTimer, sweep } from '../../support/fake-sweep-timer.js';
import { ManualCounterStore } from '../../support/manual-counter-store.js';
import { START_MS, startServer } from '../../support/start-server.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

describe('stored counts', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'animal-store-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** Counts stored after a restart `ms` after one anonymous request and one with a key. */
  async function storedAfter(ms: number) {
    const file = join(folder, 'store.db');
    const first = await startServer({ file });
    const { id, key } = await first.issueKey('free');
    await first.call('/pets', { key: null });
    await first.call('/pets', { key });
    await first.close();
    const second = await startServer({ file, nowMs: START_MS + ms });
    const stored = {
      address: (await second.store.counters.load('address:127.0.0.1'))?.dayCount,
      key: (await second.store.counters.load(`key:${id}`))?.dayCount,
    };
    await second.close();
    return stored;
  }

  test('when they are two days old, then all are kept', async () => {
    expect(await storedAfter(2 * DAY_MS)).toEqual({ address: 1, key: 1 });
  });

  test('when they are older, then those of addresses are deleted and those of keys kept', async () => {
    expect(await storedAfter(2 * DAY_MS + 1)).toEqual({ address: undefined, key: 1 });
  });
});

test('when a subject only contains `address:`, then it is not an address', async () => {
  const store = createSqliteStore(':memory:');
  await store.counters.save('key:address:1', NO_COUNTS, 0);
  await store.counters.save('address:1', NO_COUNTS, 0);
  await store.counters.forget(1);
  expect(await store.counters.load('key:address:1')).toEqual(NO_COUNTS);
  expect(await store.counters.load('address:1')).toBeUndefined();
  await store.close();
});

describe('while the server runs', () => {
  beforeEach(fakeSweepTimer);
  afterEach(restoreSweepTimer);

  test('old addresses are deleted at the start, and then once an hour', () => {
    let nowMs = START_MS;
    const counters = new ManualCounterStore();
    new LocalLimiter(counters, () => nowMs);
    expect(counters.forgotten).toEqual([START_MS - 2 * DAY_MS]);
    nowMs += HOUR_MS - 1;
    sweep();
    expect(counters.forgotten).toHaveLength(1);
    nowMs += 1;
    sweep();
    sweep();
    expect(counters.forgotten.slice(1)).toEqual([START_MS + HOUR_MS - 2 * DAY_MS]);
  });
});
