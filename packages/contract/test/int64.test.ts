import { parseInt64, toInt64 } from '../src/int64.js';

test.each([
  ['0', 0],
  ['-1', -1],
  ['007', 7],
  ['9007199254740991', 9007199254740991],
  ['9007199254740993', 9007199254740993n],
  ['-9223372036854775808', -9223372036854775808n],
  ['9223372036854775807', 9223372036854775807n],
])('when the text is %s, then its exact value is returned', (text, value) => {
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
])('when the text is "%s", then it is no 64-bit integer', (text) => {
  expect(parseInt64(text)).toBeUndefined();
});

test('when a number can hold a bigint exactly, then the result is a number', () => {
  expect(toInt64(5n)).toBe(5);
  expect(toInt64(2n ** 53n)).toBe(2n ** 53n);
});
