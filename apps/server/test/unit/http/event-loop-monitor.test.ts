// Load shedding by the turns of the event loop: which requests are served, end their connection, or are shed.
import { pino } from 'pino';
import {
  createEventLoopMonitor,
  type EventLoop,
  type EventLoopMonitor,
  type LoadDecision,
} from '../../../src/http/event-loop-monitor.js';
import { collectLog, parseLine } from '../../support/collect-log.js';

/** An event loop in the test's hands: time passes, and turns end, when it says so. */
class FakeLoop implements EventLoop {
  #nowMs = 0;
  #idleMs = 0;
  #callbacks: (() => void)[] = [];

  nowMs = () => this.#nowMs;
  idleMs = () => this.#idleMs;
  onTurnEnd = (callback: () => void) => void this.#callbacks.push(callback);

  work(ms: number): void {
    this.#nowMs += ms;
    jest.advanceTimersByTime(0);
  }

  endTurn({ idleMs = 0 } = {}): void {
    for (const callback of this.#callbacks.splice(0)) callback();
    this.#idleMs += idleMs;
    this.#nowMs += idleMs;
  }

  /** As a timer that is due runs after the poll. */
  runTimers(): void {
    jest.advanceTimersByTime(100);
  }
}

/** As many requests as a browser has connections: these are served however long they take. */
const PAGE_LOAD = 6;

let loop: FakeLoop;
let monitor: EventLoopMonitor;
let log: ReturnType<typeof collectLog>;
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'performance', 'Date'] });
  loop = new FakeLoop();
  log = collectLog();
  monitor = createEventLoopMonitor(pino({}, log.stream), loop);
});
afterEach(() => {
  monitor.close();
  jest.useRealTimers();
});

/** The decisions of a page load whose requests take this long each. */
function loadPage(requestClass: 'anonymous' | 'refused', ms = 0): LoadDecision[] {
  return Array.from({ length: PAGE_LOAD }, () => {
    const decision = monitor.decide(requestClass);
    loop.work(ms);
    return decision;
  });
}

test.each([
  ['anonymous', 1],
  ['refused', 4],
] as const)(
  'when a turn has served a page load to %s clients, then it closes past %d ms, and sheds past 10 ms',
  (requestClass, closeMs) => {
    monitor.decide('key');
    loop.work(500); // requests with a key do not count toward the budget
    expect(loadPage(requestClass)).toEqual(Array(PAGE_LOAD).fill('serve'));
    for (const [ms, decision] of [
      [closeMs, 'serve'],
      [1, 'close'],
      [9, 'shed'],
    ] as const) {
      loop.work(ms);
      expect(monitor.decide(requestClass)).toBe(decision);
    }
    expect(monitor.decide('key')).toBe('serve');
    loop.endTurn();
    expect(monitor.decide(requestClass)).toBe('serve');
  },
);

test('when a cold process takes long for the files of a page, then none of them is shed', () => {
  expect(loadPage('anonymous', 50)).toEqual(['serve', ...Array(PAGE_LOAD - 1).fill('close')]);
  expect(monitor.decide('anonymous')).toBe('shed');
});

test.each<[string, number, number, LoadDecision, LoadDecision]>([
  ['999 ms ago, without a pause since', 999, 0, 'serve', 'serve'],
  ['1,001 ms ago', 1_001, 0, 'shed', 'serve'],
  ['5,001 ms ago', 5_001, 0, 'shed', 'shed'],
  ['1,001 ms ago, but the loop was idle since', 1_001, 1, 'serve', 'serve'],
  ['1,500 ms ago, in which the process was suspended', 0, 1_500, 'shed', 'serve'],
])('when the turn before began %s, then only what is too old is shed', (...row) => {
  const [, workMs, idleMs, anonymous, key] = row;
  if (workMs > 0) {
    monitor.decide('key');
    loop.work(workMs);
    loop.runTimers();
    loop.runTimers();
  }
  loop.endTurn({ idleMs });
  expect([monitor.decide('anonymous'), monitor.decide('key')]).toEqual([anonymous, key]);
});

test('when a turn itself takes more than 5 s, then requests with a key are shed, too', () => {
  monitor.decide('key');
  loop.work(4_999);
  loop.runTimers();
  loop.runTimers();
  expect(monitor.decide('key')).toBe('serve');
  loop.work(2);
  expect(monitor.decide('key')).toBe('shed');
});

test('an overload is logged at its beginning, and at its end with the number of shed requests', () => {
  for (const ms of [500, 500]) {
    loadPage('anonymous');
    loop.work(ms);
    for (const requestClass of ['anonymous', 'refused'] as const) {
      expect(monitor.decide(requestClass)).toBe('shed');
      monitor.countShed(requestClass);
    }
    loop.endTurn({ idleMs: 10 });
  }
  loop.work(4_000);
  loop.runTimers();
  expect(log.lines).toHaveLength(1);
  loop.work(1_100);
  loop.runTimers();
  expect(log.lines.map(parseLine)).toMatchObject([
    { level: 40, msg: 'overloaded: load shedding begins', ageMs: 500 },
    {
      level: 40,
      msg: 'no longer overloaded: load shedding has ended',
      shed: { anonymous: 2, refused: 2, key: 0 },
      seconds: 0.5,
    },
  ]);
  loop.runTimers();
  expect(log.lines).toHaveLength(2);
});
