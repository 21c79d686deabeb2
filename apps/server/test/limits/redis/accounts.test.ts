import { Accounts } from '../../../src/limits/redis/accounts.js';
import { HeldCounters, untilQuiet } from '../held-counters.js';

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

async function usedAt(accounts: Accounts, subject: string, nowMs: number) {
  const account = accounts.get(subject) ?? (await accounts.load(subject));
  account.lastUsedMs = nowMs;
  account.hear(COUNTS);
}

test('what Redis said of a key is written down once a minute at most, and nothing of an address', async () => {
  const counters = new HeldCounters();
  const accounts = new Accounts(counters);
  for (const [secondsLater, writes] of [
    [0, 1],
    [30, 0],
    [59, 0],
    [60, 1],
    [61, 0],
  ] as const) {
    const nowMs = NOON_MS + secondsLater * 1000;
    await usedAt(accounts, 'key:one', nowMs);
    await usedAt(accounts, 'address:192.0.2.1', nowMs);
    const saving = accounts.save();
    expect([secondsLater, counters.underWay]).toEqual([secondsLater, writes]);
    await counters.settle('written');
    await saving;
  }
  expect([...counters.rows]).toEqual([['key:one', COUNTS]]);
});

test('at the end everything is written down that was used since', async () => {
  const counters = new HeldCounters();
  const accounts = new Accounts(counters);
  await usedAt(accounts, 'key:one', NOON_MS);
  const saving = accounts.save();
  await counters.settle('written');
  await saving;
  await accounts.save(0);
  expect(counters.underWay).toBe(0);
  await usedAt(accounts, 'key:one', NOON_MS + 1);
  const atLast = accounts.save(0);
  expect(counters.underWay).toBe(1);
  await counters.settle('written');
  await atLast;
});

test('what could not be written is so the next time, and nobody hears of it', async () => {
  const counters = new HeldCounters();
  const accounts = new Accounts(counters);
  await usedAt(accounts, 'key:one', NOON_MS);
  await usedAt(accounts, 'key:two', NOON_MS);
  const failing = accounts.save();
  await counters.settle('failed');
  await failing;
  expect(counters.underWay).toBe(0);
  const saving = accounts.save();
  await counters.settle('written');
  await accounts.save(); // while one is under way it does nothing
  await counters.settle('written');
  await saving;
  await untilQuiet();
  expect([...counters.rows.keys()]).toEqual(['key:one', 'key:two']);
});
