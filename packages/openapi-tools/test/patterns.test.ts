import { portabilityProblem } from '../src/rules/schemas/portable-pattern.js';
import { backtrackingProblem } from '../src/rules/schemas/safe-pattern.js';

test.each(['^(a+)+$', '^[a-z]*[a-y]*$'])(
  'when %s backtracks on hostile text, then it is refused',
  (pattern) => {
    expect(backtrackingProblem(pattern)).toMatch(/backtrack/);
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
  expect(portabilityProblem(pattern)).toBeUndefined();
  expect(backtrackingProblem(pattern)).toBeUndefined();
});

test.each([
  '^\\p{L}+$',
  '^[\\P{L}]+$',
  '^\\u0041$',
  '^\\u{41}$',
  '^[\\u{41}]$',
  '^\\cA$',
  '^\\0$',
  '^\\v$',
  '^[\\b]$',
  '^a(?!b)$',
  '^(?<a>a)$',
  '^(?<a>a)\\k<a>$',
  '^[]$',
  '^[^]$',
  '^[a--b]$',
  '^\u{1F98A}$',
  '^.$',
  '^\\S{2}$',
  '^[\\s\\S]$',
])('when the pattern is %s, then it is not portable', (pattern) =>
  expect(portabilityProblem(pattern)).toMatch(/^The pattern is not portable: /),
);

test.each(['^.+$', '^[^a]*$', '^\\S+$', '^[a-z0-9_-]{1,5}$'])(
  'when the pattern %s is portable, then the flag u makes no difference',
  (pattern) => {
    expect(portabilityProblem(pattern)).toBeUndefined();
    for (const text of ['', 'b', 'a', '\u{1F98A}', 'b\u{1F98A}\u{1F98A}', 'ab', '-', '_9'])
      expect(new RegExp(pattern).test(text)).toBe(new RegExp(pattern, 'u').test(text));
  },
);
