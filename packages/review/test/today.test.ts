import { readToday } from '../src/user-input.js';

test('when a date is given, then it is today', () => {
  expect(readToday('2030-12-05')).toBe('2030-12-05');
});

test('when no date is given, then today is the UTC date', () => {
  expect(readToday(undefined)).toBe(new Date().toISOString().slice(0, 10));
});

test.each(['', 'tomorrow', '2030-12-5', '2030-02-30', '2030-12-05T00:00:00Z'])(
  'when the date is %j, then it is refused by its value',
  (text) => {
    expect(() => readToday(text)).toThrow(
      `--today must be a calendar date such as 2030-12-05 (got "${text}").`,
    );
  },
);
