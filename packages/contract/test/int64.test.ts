import { parseInt64, toInt64 } from '../src/int64.js';

test.each([
  ['0', 0],
  ['-1', -1],
  ['007', 7],
  ['9007199254740991', 9007199254740991],
  ['9007199254740993', 9007199254740993n],
  ['-9223372036854775808', -9223372036854775808n],
  ['9223372036854775807', 9223372036854775807n],
])('%s is read exactly', (text, value) => {
  expect(parseInt64(text)).toBe(value);
});

test.each([
  '',
  '-',
  '+5',
  ' 5',
  '5.0',
  '1e1',
  '0x10',
  '9223372036854775808',
  '-9223372036854775809',
  '٣',
])('«%s» is not a 64-bit integer in decimal digits', (text) => {
  expect(parseInt64(text)).toBeUndefined();
});

test('a bigint that a number can hold becomes one', () => {
  expect(toInt64(5n)).toBe(5);
  expect(toInt64(2n ** 53n)).toBe(2n ** 53n);
});
