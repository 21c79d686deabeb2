import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { parseYaml } from '@redocly/openapi-core';
import { portabilityProblem } from '../src/rules/schemas/portable-pattern.js';
import { backtrackingProblem } from '../src/rules/schemas/safe-pattern.js';

const CONTRACT = join(__dirname, '../../../openapi.yaml');

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
  const patterns = patternsIn(parseYaml(await readFile(CONTRACT, 'utf8')));
  expect(patterns).not.toHaveLength(0);
  for (const pattern of patterns)
    for (const text of HOSTILE) expect(await answersInTime(pattern, text)).toBe(true);
});

test('when the linter rejects a pattern, then the pattern is slow', async () => {
  expect(backtrackingProblem('^(a+)+$')).toMatch(/backtrack/);
  expect(await answersInTime('^(a+)+$', `${'a'.repeat(40)}!`)).toBe(false);
});

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
