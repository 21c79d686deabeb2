// Regular expressions of contracts: backtracking, and what other readers than JavaScript take in another way.
import { patternProblem, portabilityProblem } from '../src/check/schemas/patterns.js';

test.each(['^(a+)+$', '^[a-z]*[a-y]*$', '^(a|a)*$', '^\\s*a*\\s*a*$'])(
  'when %s backtracks on hostile text, then it is refused',
  (pattern) => {
    expect(patternProblem(pattern)).toMatch(/backtrack/);
  },
);

test.each([
  '^[^\\x00-\\x1f\\x7f-\\x9f]*$',
  '^\\d{1,10}$',
  '^[a-z]{1,64}(-[a-z]{1,64}){0,5}$',
  '^(?:GET|POST)$',
  '^[A-Z]{2}\\d+$',
  '^[\\[\\]-]{1,3}$',
  '^\\(\\?<=a{1,3}$',
  '^[äöü]+$',
  '^.+$',
])('when the pattern is %s, then it is portable and safe', (pattern) => {
  expect(patternProblem(pattern)).toBeUndefined();
});

test.each(['/^abc$/', '/^abc/', '/abc$/i'])(
  'when the slashes of a literal stand around, as in %s, then it is refused',
  (pattern) => {
    expect(patternProblem(pattern)).toMatch(/slashes .* Leave them out: '\^?abc\$?'/);
  },
);

test.each<[pattern: string, says: RegExp]>([
  ['^\\p{L}+$', /\\p\{L\} needs the flag `u`.*`\[\^\\x00-/],
  ['^[\\P{L}]+$', /\\P\{L\} needs the flag `u`/],
  ['^[^\\p{Cc}\\p{Cs}]*$', /\\p\{Cc\} needs the flag `u`/],
  ['^\\u0041$', /Write `\\xHH`/],
  ['^\\u{41}$', /\\u\{41\}/],
  ['^[\\u{41}]$', /\\u\{41\}/],
  ['^[^\\u0000-\\u001f]*$', /Write `\\xHH`/],
  ['^\\cA$', /\\cA/],
  ['^\\0$', /\\0/],
  ['^\\v$', /\\v/],
  ['^(a)\\1$', /\\1/],
  ['^[\\b]$', /error in Go/],
  ['^a(?!b)$', /`\(\?!…`/],
  ['^(?=a)a$', /`\(\?=…`/],
  ['(?<!b)a$', /`\(\?<!…`/],
  ['^(?<a>a)$', /plain groups/],
  ['^(?<a>a)\\k<a>$', /plain groups/],
  ['^[]$', /error in Python/],
  ['^[^]$', /error in Python/],
  ['^[a--b]$', /`--`/],
  ['^[a-z&&b]$', /`&&`/],
  ['^[[a]$', /class of its own/],
  ['^a{1001}$', /up to 1000/],
  ['^\u{1F98A}$', /above U\+FFFF/],
  ['^.{1,5}$', /half of an emoji.*`maxLength`/],
  ['^[^a]$', /half of an emoji/],
  ['^\\S{2}$', /half of an emoji/],
  ['^[\\s\\S]$', /half of an emoji/],
])('when the pattern is %s, then it is not portable: %s', (pattern, says) => {
  const problem = portabilityProblem(pattern);
  expect(problem).toMatch(/^The pattern is not portable: /);
  expect(problem).toMatch(says);
});

test.each(['^.+$', '^[^a]*$', '^\\S+$', '^[a-z0-9_-]{1,5}$'])(
  'when the pattern %s is portable, then the flag u makes no difference',
  (pattern) => {
    expect(portabilityProblem(pattern)).toBeUndefined();
    for (const text of ['', 'b', 'a', '\u{1F98A}', 'b\u{1F98A}\u{1F98A}', 'ab', '-', '_9'])
      expect(new RegExp(pattern).test(text)).toBe(new RegExp(pattern, 'u').test(text));
  },
);
