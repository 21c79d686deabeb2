import { LocalLimiter } from '../../../src/rate-limit/local-limiter.js';
import { fakeSweepTimer, restoreSweepTimer, sweep } from '../../support/fake-sweep-timer.js';
import { flushMicrotasks, ManualCounterStore } from '../../support/manual-counter-store.js';
import { START_MS } from '../../support/start-server.js';

/** A twentieth of this quota is a lease of five. */
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
  test('is returned after a second', async () => {
    await admit();
    await admit();
    expect(stored()).toBe(5);
    nowMs += 1000;
    sweep();
    await settleAll();
    expect(stored()).toBe(2);
  });

  test('is returned once', async () => {
    await admit();
    nowMs += 1000;
    sweep();
    await settleAll();
    nowMs += 1000;
    sweep();
    expect(counters.pendingWrites).toBe(0);
  });

  test('is kept while requests arrive', async () => {
    await admit();
    nowMs += 999;
    sweep();
    expect(counters.pendingWrites).toBe(0);
    expect(stored()).toBe(5);
  });

  test('is returned even if the clock stepped back', async () => {
    await admit();
    nowMs -= 3_600_000;
    sweep();
    await settleAll();
    expect(stored()).toBe(1);
  });

  test('that was returned is acquired again before the next request is admitted', async () => {
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

describe('when the return of a lease is pending', () => {
  beforeEach(async () => {
    await admit();
    nowMs += 1000;
    sweep();
    expect(counters.pendingWrites).toBe(1);
  });

  test('then a request acquires a new lease and waits for it', async () => {
    const next = limiter.admit(SUBJECT, QUOTA);
    expect(counters.pendingWrites).toBe(2);
    await counters.settle('written');
    expect(stored()).toBe(1);
    await counters.settle('written');
    expect((await next).outcome).toBe('admitted');
    expect(stored()).toBe(6);
  });

  test('then another sweep does not write', () => {
    nowMs += 1000;
    sweep();
    expect(counters.pendingWrites).toBe(1);
  });

  test.each(['failed', 'unsure'] as const)(
    'and %s, then a request still waits for a write that covers it',
    async (outcome) => {
      await counters.settle(outcome);
      const before = stored() ?? 0;
      const outcomes: string[] = [];
      void limiter.admit(SUBJECT, QUOTA).then(({ outcome }) => outcomes.push(outcome));
      await flushMicrotasks();
      expect(outcomes).toEqual([]);
      await settleAll();
      expect(outcomes).toEqual(['admitted']);
      expect(stored()).toBeGreaterThan(before);
    },
  );
});

describe('an inactive caller', () => {
  test('is evicted after two minutes and loaded again from storage', async () => {
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

  test('that was only peeked at is evicted, too', async () => {
    await limiter.peek(SUBJECT, QUOTA);
    sweep();
    await limiter.peek(SUBJECT, QUOTA);
    expect(counters.loads).toBe(2);
    expect(counters.pendingWrites).toBe(0);
  });
});

describe('close', () => {
  test('returns all leases and waits until they are written', async () => {
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

  test('waits for the writes of a sweep', async () => {
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

  test('rejects when a write fails', async () => {
    await admit();
    const closing = limiter.close();
    const refused = expect(closing).rejects.toThrow('the database is locked');
    await counters.settle('failed');
    await refused;
  });

  test('stops the sweep timer', async () => {
    await admit();
    const closing = limiter.close();
    await settleAll();
    await closing;
    expect(jest.getTimerCount()).toBe(0);
  });
});
