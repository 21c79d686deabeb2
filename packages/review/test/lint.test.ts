import { readFile } from 'node:fs/promises';
import { renderFault } from '../src/fault.js';
import { lintContract } from '../src/lint-contract.js';
import { CONTRACT_FILE } from '../src/repository.js';
import { all, edited, FIXTURE, remove, withFolder, write } from './support/edit.js';
import { FAULTS } from './support/faults.js';

const NOW = new Date('2026-11-20T00:00:00Z');
const LIST = 'paths /pets get';
const GET = 'paths /pets/{petId} get';

async function lintText(text: string | Buffer, now = NOW): Promise<string[]> {
  return withFolder(async (folder) => {
    const faults = await lintContract(await write(folder, 'openapi.yaml', text), () => now);
    return faults.map((fault) => renderFault(fault).replace(`${folder}/`, ''));
  });
}

test('the contract has no faults', async () => {
  expect(await lintContract(CONTRACT_FILE, () => new Date())).toEqual([]);
});

test('the fixture has no faults: what an edit of it brings is its own', async () => {
  expect(await lintContract(FIXTURE, () => NOW)).toEqual([]);
});

test.each(FAULTS)('%s is a fault', async (_name, edit, says) => {
  const faults = await lintText(await edited(edit));
  expect(faults).toContainEqual(expect.stringMatching(says));
  for (const fault of faults) expect(fault).toMatch(/^openapi\.yaml:\d+:\d+ \S+ \S/);
});

test.each<[string, (contract: string) => string, RegExp]>([
  [
    'an unquoted day',
    (text) => text.replace('"2030-12-05"', '2030-12-05'),
    /:\d+:28 .*quoted-dates .*"2030-12-05"/,
  ],
  [
    'an unquoted moment',
    (text) => text.replace('"2026-11-20T09:30:00Z"', '2026-11-20T09:30:00Z'),
    /quoted-dates/,
  ],
  [
    'an integer of 65 bits',
    (text) => text.replace('{ id: 1,', '{ id: 9223372036854775808,'),
    /int64-range 9223372036854775808/,
  ],
  ['broken YAML', (text) => text.replace('paths:', 'paths: ['), /:\d\d+:\d+ readable /],
  [
    'a key twice',
    (text) => text.replace('    Pets:', '    Pet:'),
    /:\d\d+:\d+ readable duplicated/,
  ],
  ['no OpenAPI at all', () => 'hello: world\n', /readable/],
  ['an empty file', () => '', /readable/],
])('%s is a fault', async (_name, change, says) => {
  const text = await readFile(FIXTURE, 'utf8');
  expect(change(text)).not.toBe(text);
  const faults = await lintText(change(text));
  expect(faults).toContainEqual(expect.stringMatching(says));
  expect(faults.join('\n')).not.toMatch(/\n\s+at /);
});

test('a text that is not UTF-8 is a fault with its line', async () => {
  const text = (await readFile(FIXTURE, 'utf8')).replace(
    /^ {2}title: .*$/m,
    '  title: Tiere für alle',
  );
  const line = text.split('\n').findIndex((row) => row.includes('für')) + 1;
  const faults = await lintText(Buffer.from(text, 'latin1'));
  expect(faults).toEqual([expect.stringMatching(`^openapi\\.yaml:${line}:\\d+ readable .*UTF-8`)]);
});

test('the highest integer of 64 bits is a good example', async () => {
  const text = await readFile(FIXTURE, 'utf8');
  expect(await lintText(text.replace('{ id: 1,', '{ id: 9007199254740993,'))).toEqual([]);
});

test.each([
  ['2030-12-04T23:59:59Z', 0],
  ['2030-12-05T00:00:00Z', 1],
])('at %s, %d sunsets have passed', async (now, count) => {
  const faults = await lintText(await edited(() => {}), new Date(now));
  expect(faults.filter((fault) => fault.includes('has passed'))).toHaveLength(count);
});

test('every fault is told, not the first alone', async () => {
  const edit = all(
    remove('x-max-body-bytes'),
    remove(`${LIST} summary`),
    remove(`${GET} operationId`),
  );
  expect((await lintText(await edited(edit))).length).toBeGreaterThanOrEqual(3);
});
