import { Subjects } from '../../../../src/rate-limit/redis/subjects.js';
import { flushMicrotasks, ManualCounterStore } from '../../../support/manual-counter-store.js';

const NOON_MS = 1_700_000_000_000;
const COUNTS = {
  minute: 28_333_333,
  minuteCount: 7,
  day: 19_675,
  dayCount: 70,
  refusals: 0,
  bannedUntilMs: 0,
  bans: 0,
};

async function usedAt(subjects: Subjects, subject: string, nowMs: number) {
  const known = subjects.get(subject) ?? (await subjects.load(subject));
  known.lastUsedMs = nowMs;
  known.update(COUNTS);
}

test('what Redis said of a key is written down once a minute at most, and nothing of an address', async () => {
  const counters = new ManualCounterStore();
  const subjects = new Subjects(counters);
  for (const [secondsLater, writes] of [
    [0, 1],
    [30, 0],
    [59, 0],
    [60, 1],
    [61, 0],
  ] as const) {
    const nowMs = NOON_MS + secondsLater * 1000;
    await usedAt(subjects, 'key:one', nowMs);
    await usedAt(subjects, 'address:192.0.2.1', nowMs);
    const saving = subjects.save();
    expect([secondsLater, counters.pendingWrites]).toEqual([secondsLater, writes]);
    await counters.settle('written');
    await saving;
  }
  expect([...counters.rows]).toEqual([['key:one', COUNTS]]);
});

test('at the end everything is written down that was used since', async () => {
  const counters = new ManualCounterStore();
  const subjects = new Subjects(counters);
  await usedAt(subjects, 'key:one', NOON_MS);
  const saving = subjects.save();
  await counters.settle('written');
  await saving;
  await subjects.save(0);
  expect(counters.pendingWrites).toBe(0);
  await usedAt(subjects, 'key:one', NOON_MS + 1);
  const atLast = subjects.save(0);
  expect(counters.pendingWrites).toBe(1);
  await counters.settle('written');
  await atLast;
});

test('what could not be written is so the next time, and nobody hears of it', async () => {
  const counters = new ManualCounterStore();
  const subjects = new Subjects(counters);
  await usedAt(subjects, 'key:one', NOON_MS);
  await usedAt(subjects, 'key:two', NOON_MS);
  const failing = subjects.save();
  await counters.settle('failed');
  await failing;
  expect(counters.pendingWrites).toBe(0);
  const saving = subjects.save();
  await counters.settle('written');
  await subjects.save(); // while one is under way it does nothing
  await counters.settle('written');
  await saving;
  await flushMicrotasks();
  expect([...counters.rows.keys()]).toEqual(['key:one', 'key:two']);
});
