// Tests of what decides whether a result is fair: pages, order, foreign load, ratios.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseProcess, sumOthers } from './machine.js';
import { median, ratios } from './report.js';
import { pagePath, pages } from './works.js';

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

test('when pages are chosen, then all are distinct, and half have a filter', () => {
  assert.equal(new Set(pages.map((page) => pagePath(page, true))).size, 20_000);
  const filtered = pages.filter(({ status }) => status !== '').length;
  assert.ok(filtered > 9_000 && filtered < 11_000);
});

test('when two series are compared, then each round is compared with its neighbour', () => {
  assert.deepEqual(ratios([2, 6, 12], [1, 2, 3]), [2, 3, 4]);
  assert.equal(median([4, 2, 3]), 3);
});
