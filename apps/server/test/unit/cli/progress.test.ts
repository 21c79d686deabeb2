// The progress bar of a long command: what it leaves room for.
import { showProgress } from '../../../src/cli/progress.js';

const isTTY = Object.getOwnPropertyDescriptor(process.stderr, 'isTTY');

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
  Object.defineProperty(process.stderr, 'isTTY', isTTY ?? { value: undefined, configurable: true });
});

test('when Ctrl-C is pressed on a terminal of 80 columns, then its ^C fits beside the bar', () => {
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
  const [, bar = ''] = texts;
  expect(bar).toMatch(
    /^importing {2}\[#+\.+\] {3}29 % {2}8,000 of 26,729 rows {2}8,000\/s {2}0:03 left$/,
  );
  expect(`${bar}^C`.length).toBeLessThan(80);
});
