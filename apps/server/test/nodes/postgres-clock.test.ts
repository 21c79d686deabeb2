// A node whose clock differs from that of the database.

import { NO_COUNTS } from '@animal-store/contract/rate-limit';
import { pino } from 'pino';
import { createPostgresStore } from '../../src/storage/postgres/postgres-store.js';
import type { Store } from '../../src/storage/store.js';
import { collectLog } from '../support/collect-log.js';
import { describeIfService } from '../support/describe-if-service.js';
import { fakeSweepTimer, restoreSweepTimer } from '../support/fake-sweep-timer.js';
import { createSchema, type TestDatabase } from '../support/postgres.js';

describeIfService('PostgreSQL')('a node on PostgreSQL', () => {
  let schema: TestDatabase;
  let store: Store;
  let aheadMs: number;
  let log: ReturnType<typeof collectLog>;
  beforeEach(async () => {
    fakeSweepTimer(); // fakes setInterval, which also measures the clock
    schema = await createSchema();
    aheadMs = 0;
    log = collectLog();
    store = await createPostgresStore(schema.url, {
      clock: () => Date.now() + aheadMs,
      log: pino({}, log.stream),
    });
  });
  afterEach(async () => {
    restoreSweepTimer();
    await store.close();
    await schema.drop();
  });

  /** Sets the clock and runs the next measurement. */
  async function setAhead(ms: number): Promise<void> {
    aheadMs = ms;
    jest.advanceTimersByTime(30_000);
  }
  const logged = (text: string) => log.lines.filter((line) => line.includes(text));

  test('when its clock is off by more than a minute, then it is not ready and logs it once', async () => {
    await store.ping();
    await setAhead(-90_000);
    await log.find(
      ({ msg }) => msg === "the clock differs from the database's by more than a minute",
    );
    await expect(store.ping()).rejects.toMatchObject({
      advice: expect.stringMatching(/^The node's clock is (89|90|91) s behind the database's: /),
    });
    await setAhead(-95_000);
    await setAhead(1_000);
    await log.find(({ msg }) => msg === "the clock agrees with the database's again");
    await store.ping();
    expect(logged('more than a minute')).toHaveLength(1);
  });

  test('when its clock is off by less than a minute, then it is ready', async () => {
    await setAhead(30_000);
    await store.ping();
    expect(log.lines).toEqual([]);
  });

  test('when stored counts are minutes ahead of the database, then they are dropped', async () => {
    const minute = Math.floor(Date.now() / 60_000);
    const day = Math.floor(Date.now() / 86_400_000);
    const counts = { ...NO_COUNTS, minute, minuteCount: 1, day, dayCount: 1 };
    await store.counters.save('key:now', counts, Date.now());
    await store.counters.save('key:ahead', { ...counts, minute: minute + 10 }, Date.now());
    expect(await store.counters.dropAhead(Date.now())).toBe(1);
    expect(await store.counters.load('key:now')).toEqual(counts);
    expect(await store.counters.load('key:ahead')).toEqual(NO_COUNTS);
  });
});
