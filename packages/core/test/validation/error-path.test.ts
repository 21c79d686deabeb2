// Paths of errors: bounded JSON Pointers, and their tokens.
import { formatPath, unescapeToken } from '../../src/validation/json/error-path.js';

test.each<[string, (string | number)[], string]>([
  ['as long as allowed', ['abc', 'efgh'], '/abc/efgh'],
  ['longer', ['abc', 'efghi'], '/abc/efg…'],
  ['longer by a key', ['abc', 'efgh', 0], '/abc/efg…'],
  ['longer after escaping', ['~~~~~'], '/~0~0~0…'],
  ['truncated in an escape', ['ab/////'], '/ab~1~1…'],
  ['truncated in a character', ['abcdef🐈g'], '/abcdef…'],
  ['far too long', ['a'.repeat(10_000_000), 'b'], '/aaaaaaa…'],
])('when a pointer is %s, then it has at most the maximum length', (_, path, text) => {
  expect(formatPath(path, 9)).toBe(text);
});

test('when a token is unescaped, then ~01 is ~1 and not a slash', () => {
  expect(unescapeToken('~01~1~0')).toBe('~1/~');
});
