import { LocalLimiter } from '../../../src/rate-limit/local-limiter.js';
import { fakeSweepTimer, restoreSweepTimer, sweep } from '../../support/fake-sweep-timer.js';
import { flushMicrotasks, ManualCounterStore } from '../../support/manual-counter-store.js';
import { START_MS } from '../../support/start-server.js';

/** A twentieth of it is a lease of five. */
const QUOTA = { perMinute: 100, perDay: 1000 };
const SUBJECT = 'key:one';

let counters: ManualCounterStore;
let limiter: LocalLimiter;
let nowMs: number;
beforeEach(() => {
  fakeSweepTimer();
  nowMs = START_MS;
  counters = new ManualCounterStore();
  limiter = new LocalLimiter(counters, () => nowMs);
});
afterEach(restoreSweepTimer);

const stored = () => counters.rows.get(SUBJECT)?.minuteCount;

async function admit() {
  const decision = limiter.admit(SUBJECT, QUOTA);
  await settleAll();
  return decision;
}

async function settleAll(): Promise<void> {
  await flushMicrotasks();
  while (counters.pendingWrites > 0) await counters.settle('written');
}

describe('an idle lease', () => {
  test('is given back after a second', async () => {
    await admit();
    await admit();
    expect(stored()).toBe(5);
    nowMs += 1000;
    sweep();
    await settleAll();
    expect(stored()).toBe(2);
  });

  test('is given back once', async () => {
    await admit();
    nowMs += 1000;
    sweep();
    await settleAll();
    nowMs += 1000;
    sweep();
    expect(counters.pendingWrites).toBe(0);
  });

  test('is kept while requests keep coming', async () => {
    await admit();
    nowMs += 999;
    sweep();
    expect(counters.pendingWrites).toBe(0);
    expect(stored()).toBe(5);
  });

  test('is given back after the clock stepped back, too', async () => {
    await admit();
    nowMs -= 3_600_000;
    sweep();
    await settleAll();
    expect(stored()).toBe(1);
  });

  test('that was given back is taken anew before the next request is admitted', async () => {
    await admit();
    nowMs += 1000;
    sweep();
    await settleAll();
    const next = limiter.admit(SUBJECT, QUOTA);
    await flushMicrotasks();
    expect(counters.pendingWrites).toBe(1);
    await settleAll();
    expect((await next).minute.remaining).toBe(98);
    expect(stored()).toBe(6);
  });
});

describe('when the giving back is under way', () => {
  beforeEach(async () => {
    await admit();
    nowMs += 1000;
    sweep();
    expect(counters.pendingWrites).toBe(1);
  });

  test('a request takes a new lease behind it, and waits for that', async () => {
    const next = limiter.admit(SUBJECT, QUOTA);
    expect(counters.pendingWrites).toBe(2);
    await counters.settle('written');
    expect(stored()).toBe(1);
    await counters.settle('written');
    expect((await next).outcome).toBe('admitted');
    expect(stored()).toBe(6);
  });

  test('another sweep leaves it alone', () => {
    nowMs += 1000;
    sweep();
    expect(counters.pendingWrites).toBe(1);
  });

  test.each(['failed', 'unsure'] as const)(
    'and fails, then a request still waits for a write that covers it (%s)',
    async (fate) => {
      await counters.settle(fate);
      const before = stored() ?? 0;
      const answered: string[] = [];
      void limiter.admit(SUBJECT, QUOTA).then(({ outcome }) => answered.push(outcome));
      await flushMicrotasks();
      expect(answered).toEqual([]);
      await settleAll();
      expect(answered).toEqual(['admitted']);
      expect(stored()).toBeGreaterThan(before);
    },
  );
});

describe('a caller that is long gone', () => {
  test('is forgotten after two minutes, and remembered from storage', async () => {
    await admit();
    nowMs += 1000;
    sweep();
    await settleAll();
    nowMs += 120_001;
    sweep();
    const loads = counters.loads;
    await admit();
    expect(counters.loads).toBe(loads + 1);
    expect((await limiter.peek(SUBJECT, QUOTA)).day.remaining).toBe(998);
  });

  test('that was only looked at is forgotten, too', async () => {
    await limiter.peek(SUBJECT, QUOTA);
    sweep();
    await limiter.peek(SUBJECT, QUOTA);
    expect(counters.loads).toBe(2);
    expect(counters.pendingWrites).toBe(0);
  });
});

describe('close', () => {
  test('gives every lease back, and resolves when that is written', async () => {
    await admit();
    await admit();
    let closed = false;
    const closing = limiter.close().then(() => {
      closed = true;
    });
    await flushMicrotasks();
    expect(closed).toBe(false);
    await settleAll();
    await closing;
    expect(stored()).toBe(2);
  });

  test('waits for what a sweep is writing', async () => {
    await admit();
    nowMs += 1000;
    sweep();
    let closed = false;
    const closing = limiter.close().then(() => {
      closed = true;
    });
    await flushMicrotasks();
    expect([closed, counters.pendingWrites]).toEqual([false, 1]);
    await settleAll();
    await closing;
    expect(stored()).toBe(1);
  });

  test('says so when it could not write', async () => {
    await admit();
    const closing = limiter.close();
    const refused = expect(closing).rejects.toThrow('the database is locked');
    await counters.settle('failed');
    await refused;
  });

  test('ends the sweeping', async () => {
    await admit();
    const closing = limiter.close();
    await settleAll();
    await closing;
    expect(jest.getTimerCount()).toBe(0);
  });
});
