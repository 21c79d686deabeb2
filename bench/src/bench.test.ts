// Tests of what decides whether a result is fair: pages, order, foreign load, ratios.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBusy, parseProcess, shareBetween, sumOthers } from './machine.js';
import { pagePath, pagePaths } from './pages.js';
import { median, ratios } from './report.js';
import { readCursor } from './servers/duties/cursors.js';
import { requestsOf } from './works.js';

const CHOICE = { work: 'pages-and-writes', key: 'key', hasChecksums: true, seed: 1 } as const;

test('when a process name has spaces and parentheses, then its times are found', () => {
  const stat = '42 (a (b) c) S 7 42 42 0 -1 4194560 1 2 3 4 10 20 30 40 20 0 1 0';
  assert.deepEqual(parseProcess(stat), { pid: 42, parent: 7, name: 'a (b) c', ms: 1000 });
});

test('when processes are added up, then descendants and services are not foreign', () => {
  const processes = [
    { pid: 1, parent: 0, name: 'init', ms: 1 },
    { pid: 10, parent: 1, name: 'bench', ms: 10 },
    { pid: 11, parent: 10, name: 'server', ms: 100 },
    { pid: 20, parent: 1, name: 'postgres', ms: 1_000 },
    { pid: 30, parent: 1, name: 'build', ms: 10_000 },
  ];
  assert.equal(sumOthers(processes, 10, []), 11_001);
  assert.equal(sumOthers(processes, 10, ['postgres']), 10_001);
});

test('when another process uses a fifth of the cores, then the machine is busy', () => {
  const share = shareBetween({ atMs: 0, othersMs: 0 }, { atMs: 1_000, othersMs: 400 }, 2);
  assert.equal(share, 0.2);
  assert.ok(isBusy(share));
});

test('when pages are chosen, then all are distinct, and half have a filter', () => {
  const paths = pagePaths(true);
  assert.equal(new Set(paths).size, 20_000);
  const filtered = paths.filter((path) => path.includes('status=')).length;
  assert.ok(filtered > 9_000 && filtered < 11_000);
});

test('when cursors are plain, then the pages are the same in the same order', () => {
  const [opaque, plain] = [pagePaths(true), pagePaths(false)];
  for (const [index, path] of opaque.slice(0, 100).entries()) {
    const cursor = /cursor=(.+)$/.exec(path)?.[1] ?? '';
    const after = readCursor(cursor, /status=\w+/.exec(path)?.[0] ?? '');
    assert.equal(path.replace(cursor, String(after)), plain[index]);
  }
});

test('when a cursor is used with another filter, then it is not accepted', () => {
  const path = pagePath({ after: 5, limit: 20, status: 'sold' }, true);
  assert.equal(readCursor(/cursor=(.+)$/.exec(path)?.[1] ?? '', 'status=pending'), undefined);
});

test('when a round has another seed, then its requests have another order', () => {
  const pathsOf = (seed: number) => requestsOf({ ...CHOICE, seed }, 0).map(({ path }) => path);
  assert.deepEqual(pathsOf(1), pathsOf(1));
  assert.notDeepEqual(pathsOf(1), pathsOf(2));
});

test('when pages are mixed with writes, then one request in fifty creates an animal', () => {
  const requests = requestsOf(CHOICE, 0);
  const creates = requests.filter(({ method }) => method === 'POST').length;
  assert.equal(creates / requests.length, 0.02);
});

test('when two series are compared, then each round is compared with its neighbour', () => {
  assert.deepEqual(ratios([2, 6, 12], [1, 2, 3]), [2, 3, 4]);
  assert.equal(median([4, 2, 3]), 3);
});
