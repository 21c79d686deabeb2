import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { parse } from 'yaml';
import { CONTRACT_FILE } from '../src/repository.js';
import { faultOf } from '../src/rules/safe-pattern.js';

const LIMIT_MS = 1_000;
const LENGTH = 100_000;

/** Whether the pattern has its answer within the limit: a worker can be stopped, a regular expression cannot. */
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
        if (message === 'ready') timer = setTimeout(() => resolve(false), LIMIT_MS);
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
  const text = piece.repeat(LENGTH / piece.length);
  return [text, `${text}\u0000`, `${text}!`];
});

test('no pattern of the contract is slow on a long hostile text', async () => {
  const patterns = patternsIn(parse(await readFile(CONTRACT_FILE, 'utf8')));
  expect(patterns).not.toHaveLength(0);
  for (const pattern of patterns)
    for (const text of HOSTILE) expect(await answersInTime(pattern, text)).toBe(true);
});

test('a pattern that the linter refuses is slow indeed', async () => {
  expect(faultOf('^(a+)+$')).toMatch(/backtrack/);
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
])('%s is safe', (pattern) => expect(faultOf(pattern)).toBeUndefined());

test.each([
  '^[^\\p{Cc}\\p{Cs}]*$(?<!#(?:a+)+)',
  '(?<=!(a+)+)$',
  '(?<!!(a|a)+)$',
  '^a(?<=(?:b|[c)]{2}))$',
])('%s repeats something in a lookbehind', (pattern) =>
  expect(faultOf(pattern)).toMatch(/lookbehind/),
);

test.each(['^(?<a>a+)+$', '^(?<a>a)\\k<a>$'])('a name makes %s no better', (pattern) =>
  expect(faultOf(pattern)).toBeDefined(),
);
