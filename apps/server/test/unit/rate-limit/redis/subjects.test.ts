// Counts and last use of keys in storage, while Redis counts.
import { NO_COUNTS } from '@animal-store/core/rate-limit';
import { createSubjects } from '@animal-store/engine/internal/rate-limit/redis/subjects';
import { ManualCounterStore } from '../../../support/manual-counter-store.js';

const NOON_MS = 1_700_000_000_000;

async function usedAt(subjects: ReturnType<typeof createSubjects>, name: string, nowMs: number) {
  const subject = subjects.get(name) ?? (await subjects.load(name));
  subject.lastUsedMs = nowMs;
  subject.update({ ...NO_COUNTS, dayCount: 70 });
}

/** Which subjects a save writes, with their requests of the day. */
async function written(counters: ManualCounterStore, saving: Promise<void>) {
  counters.rows.clear();
  while (counters.pendingWrites > 0) await counters.settle('written');
  await saving;
  return [...counters.rows].map(([name, { dayCount }]) => [name, dayCount]);
}

test('when counts are saved, then keys are written once a minute and at close, addresses never', async () => {
  const counters = new ManualCounterStore();
  const subjects = createSubjects(counters);
  for (const [afterSeconds, wanted, minAgeMs] of [
    [0, [['key:one', 70]]],
    [59, []],
    [60, [['key:one', 70]]],
    [61, []],
    [62, [['key:one', 70]], 0],
    [62, [], 0],
  ] as const) {
    const nowMs = NOON_MS + afterSeconds * 1000;
    await usedAt(subjects, 'key:one', nowMs);
    await usedAt(subjects, 'address:192.0.2.1', nowMs);
    expect(await written(counters, subjects.save(minAgeMs))).toEqual(wanted);
  }
});

test('when a write fails, then the next save repeats it', async () => {
  const counters = new ManualCounterStore();
  const subjects = createSubjects(counters);
  await usedAt(subjects, 'key:one', NOON_MS);
  const failing = subjects.save();
  await counters.settle('failed');
  await failing;
  expect(await written(counters, subjects.save())).toEqual([['key:one', 70]]);
});
