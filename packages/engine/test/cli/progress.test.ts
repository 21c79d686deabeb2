// The progress of a long command: what it leaves room for.
import { showProgress } from '../../src/cli/progress.js';

const isTTY = Object.getOwnPropertyDescriptor(process.stderr, 'isTTY');

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
  Object.defineProperty(process.stderr, 'isTTY', isTTY ?? { value: undefined, configurable: true });
});

test('when Ctrl-C is pressed on a terminal of 80 columns, then its ^C fits beside the line', () => {
  const texts: string[] = [];
  Object.defineProperty(process.stderr, 'isTTY', { value: true, configurable: true });
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
    texts.push(String(text).replace('\r\x1b[K', ''));
    return true;
  });
  jest.useFakeTimers();
  const progress = showProgress('importing', 'rows');
  progress.update(0, 26_729);
  jest.advanceTimersByTime(1_000);
  progress.update(8_000, 26_729);
  const [, line = ''] = texts;
  expect(line).toBe('importing: 29 %, 8,000 of 26,729 rows, 8,000/s, 3 s left');
  expect(`${line}^C`.length).toBeLessThan(80);
});
