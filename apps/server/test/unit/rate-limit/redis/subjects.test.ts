import { NO_COUNTS } from '@animal-store/contract/rate-limit';
import { Subject, Subjects } from '../../../../src/rate-limit/redis/subjects.js';
import { ManualCounterStore } from '../../../support/manual-counter-store.js';

const NOON_MS = 1_700_000_000_000;
const COUNTS = {
  minute: 28_333_333,
  minuteCount: 7,
  day: 19_675,
  dayCount: 70,
  refusals: 0,
  bannedUntilMs: 0,
  bans: 0,
  bansLiftedMs: 0,
};

async function usedAt(subjects: Subjects, subject: string, nowMs: number) {
  const known = subjects.get(subject) ?? (await subjects.load(subject));
  known.lastUsedMs = nowMs;
  known.update(COUNTS);
}

/** Which subjects a save writes. */
async function written(counters: ManualCounterStore, saving: Promise<void>) {
  counters.rows.clear();
  await counters.settle('written');
  await saving;
  return [...counters.rows.keys()];
}

test('when counts are saved, then those of keys are written once a minute and at the end, and no addresses', async () => {
  const counters = new ManualCounterStore();
  const subjects = new Subjects(counters);
  for (const [afterSeconds, wanted, minAgeMs] of [
    [0, ['key:one']],
    [59, []],
    [60, ['key:one']],
    [61, []],
    [62, ['key:one'], 0],
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
  const subjects = new Subjects(counters);
  await usedAt(subjects, 'key:one', NOON_MS);
  const failing = subjects.save();
  await counters.settle('failed');
  await failing;
  expect(await written(counters, subjects.save())).toEqual(['key:one']);
});

describe('when bans are lifted while a call to Redis is pending', () => {
  const QUOTA = { perMinute: 1, perDay: 1 };
  const BAN = { refusalsPerMinute: 2, seconds: 300, maxSeconds: 3600 };
  const banned = {
    ...COUNTS,
    minuteCount: 1,
    dayCount: 1,
    bannedUntilMs: NOON_MS + 200_000,
    bans: 1,
  };
  let subject: Subject;
  beforeEach(() => {
    subject = new Subject(NO_COUNTS);
    subject.update(banned);
  });
  const outcomeOf = (bansLiftedMs: number | undefined) =>
    subject.decideLocally(NOON_MS, QUOTA, { ban: BAN, bansLiftedMs }, 1).outcome;

  test('then a reply from before the lift does not bring the ban back', () => {
    expect([outcomeOf(undefined), outcomeOf(1)]).toEqual(['key_banned', 'rate_limited']);
    subject.update(banned);
    expect(subject.seen).toMatchObject({ bannedUntilMs: 0, bans: 0, bansLiftedMs: 1 });
  });

  test('then a ban that this node began since is kept', () => {
    for (let index = 0; index < 3; index += 1) outcomeOf(1);
    subject.update(banned);
    const bannedUntilMs = NOON_MS + 300_000;
    expect(subject.seen).toMatchObject({ bannedUntilMs, bans: 1, bansLiftedMs: 1 });
  });

  test('then a ban that this node began before the lift of the reply has ended', () => {
    subject.update({ ...COUNTS, bansLiftedMs: 2 });
    expect(subject.seen).toMatchObject({ bannedUntilMs: 0, bans: 0, bansLiftedMs: 2 });
  });
});
