import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { parse } from 'yaml';
import { patternProblem } from '../src/lint/rules/safe-pattern.js';
import { CONTRACT_FILE } from '../src/repository.js';

const MATCH_TIMEOUT_MS = 1_000;
const TEXT_LENGTH = 100_000;

/** Whether matching ends within the limit. It runs in a worker, because a regular expression cannot be interrupted. */
async function answersInTime(pattern: string, text: string): Promise<boolean> {
  const code = `const { parentPort, workerData: [pattern, text] } = require('node:worker_threads');
    parentPort.postMessage('ready');
    new RegExp(pattern, 'u').test(text);
    parentPort.postMessage('done');`;
  const worker = new Worker(code, { eval: true, workerData: [pattern, text] });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve, reject) => {
      worker.on('error', reject);
      worker.on('message', (message) => {
        if (message === 'ready') timer = setTimeout(() => resolve(false), MATCH_TIMEOUT_MS);
        else resolve(true);
      });
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

function patternsIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]: [string, unknown]) =>
    key === 'pattern' && typeof value === 'string' ? [value] : patternsIn(value),
  );
}

const HOSTILE = ['a', ' ', '-', '0', '\u{1F98A}', 'a-', 'é'].flatMap((piece) => {
  const text = piece.repeat(TEXT_LENGTH / piece.length);
  return [text, `${text}\u0000`, `${text}!`];
});

test('when a long hostile text is matched, then no pattern of the contract is slow', async () => {
  const patterns = patternsIn(parse(await readFile(CONTRACT_FILE, 'utf8')));
  expect(patterns).not.toHaveLength(0);
  for (const pattern of patterns)
    for (const text of HOSTILE) expect(await answersInTime(pattern, text)).toBe(true);
});

test('when the linter rejects a pattern, then the pattern is slow', async () => {
  expect(patternProblem('^(a+)+$')).toMatch(/backtrack/);
  expect(await answersInTime('^(a+)+$', `${'a'.repeat(40)}!`)).toBe(false);
});

test.each([
  '^[^\\p{Cc}\\p{Cs}]*$',
  '^\\d{1,10}$',
  '^[a-z]{1,64}(-[a-z]{1,64}){0,5}$',
  '^(?:GET|POST)$',
  '^(?<year>\\d{4})$',
  '^[a-z]{1,9}(?<!b)$',
  '^[(?<=a+]{1,3}$',
  '^\\(\\?<=a{1,3}$',
])('when the pattern is %s, then it is safe', (pattern) =>
  expect(patternProblem(pattern)).toBeUndefined(),
);

test.each([
  '^[^\\p{Cc}\\p{Cs}]*$(?<!#(?:a+)+)',
  '(?<=!(a+)+)$',
  '(?<!!(a|a)+)$',
  '^a(?<=(?:b|[c)]{2}))$',
])('when the pattern %s has a quantifier in a lookbehind, then it is rejected', (pattern) =>
  expect(patternProblem(pattern)).toMatch(/lookbehind/),
);

test.each(['^(?<a>a+)+$', '^(?<a>a)\\k<a>$'])(
  'when the pattern %s has a named group, then it is still rejected',
  (pattern) => expect(patternProblem(pattern)).toBeDefined(),
);
