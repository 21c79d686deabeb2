import { pino } from 'pino';
import {
  type EventLoop,
  EventLoopMonitor,
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

/** As many requests as a browser has connections. */
const PAGE_LOAD = 6;

let loop: FakeLoop;
let monitor: EventLoopMonitor;
let log: ReturnType<typeof collectLog>;
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'performance', 'Date'] });
  loop = new FakeLoop();
  log = collectLog();
  monitor = new EventLoopMonitor(pino({}, log.stream), loop);
});
afterEach(() => {
  monitor.close();
  jest.useRealTimers();
});

/** The low-priority requests of an iteration that are served however long they take. */
function loadPage(requestClass: 'anonymous' | 'refused' = 'anonymous'): LoadDecision[] {
  return Array.from({ length: PAGE_LOAD }, () => monitor.decide(requestClass));
}

test('when a cold process takes long for the files of a page, then none of them is shed', () => {
  const decisions = Array.from({ length: PAGE_LOAD }, () => {
    const decision = monitor.decide('anonymous');
    loop.work(50);
    return decision;
  });
  expect(decisions).toEqual(['serve', ...Array(PAGE_LOAD - 1).fill('close')]);
  expect(monitor.decide('anonymous')).toBe('shed');
});

describe('when low-priority requests have used up the budget of an iteration', () => {
  test.each(['anonymous', 'refused'] as const)(
    'then further requests (%s) end their connection, and past 10 ms they are shed',
    (requestClass) => {
      expect(loadPage(requestClass)).not.toContain('close');
      loop.work(1);
      expect(monitor.decide(requestClass)).toBe('serve');
      loop.work(1);
      expect(monitor.decide(requestClass)).toBe('close');
      loop.work(9);
      expect(monitor.decide(requestClass)).toBe('shed');
    },
  );

  test('then requests with valid keys are served', () => {
    loadPage();
    loop.work(500);
    expect(monitor.decide('anonymous')).toBe('shed');
    expect(monitor.decide('key')).toBe('serve');
  });

  test('then the next iteration has a new budget', () => {
    loadPage();
    loop.work(500);
    expect(monitor.decide('anonymous')).toBe('shed');
    loop.endTurn();
    expect(monitor.decide('anonymous')).toBe('serve');
  });

  test('then requests with valid keys do not count toward it', () => {
    monitor.decide('key');
    loop.work(500);
    expect(monitor.decide('anonymous')).toBe('serve');
  });
});

describe('the age of a request', () => {
  const ageAfter = (previousTurnMs: number, idleMs: number) => {
    monitor.decide('key');
    loop.work(previousTurnMs);
    loop.runTimers();
    loop.runTimers();
    loop.endTurn({ idleMs });
    return { anonymous: monitor.decide('anonymous'), key: monitor.decide('key') };
  };

  test('starts with the previous iteration if the loop was not idle since', () => {
    expect(ageAfter(999, 0)).toEqual({ anonymous: 'serve', key: 'serve' });
    expect(ageAfter(1_001, 0)).toEqual({ anonymous: 'shed', key: 'serve' });
    expect(ageAfter(5_001, 0)).toEqual({ anonymous: 'shed', key: 'shed' });
  });

  test('starts with its own iteration if the loop was idle before', () => {
    expect(ageAfter(1_001, 1)).toEqual({ anonymous: 'serve', key: 'serve' });
  });

  test('grows with the work of its own iteration', () => {
    monitor.decide('key');
    loop.work(4_999);
    loop.runTimers();
    loop.runTimers();
    expect(monitor.decide('key')).toBe('serve');
    loop.work(2);
    expect(monitor.decide('key')).toBe('shed');
  });

  test('is the delay of a timer after the process was suspended', () => {
    loop.endTurn({ idleMs: 1_500 });
    expect(monitor.decide('anonymous')).toBe('shed');
    expect(monitor.decide('key')).toBe('serve');
    loop.endTurn({ idleMs: 4_000 });
    expect(monitor.decide('key')).toBe('shed');
  });
});

test('an overload is logged at its beginning, and at its end with the number of shed requests', () => {
  for (const ms of [500, 500]) {
    loadPage();
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
