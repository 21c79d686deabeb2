// Tests of the busy detection.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBusy, parseMachine, parseProcess, sharesBetween, sumTimes } from '../cpu.js';
import { findDisturbances } from '../report/markdown.js';

const IDLE = { foreign: 0.02, steal: 0 };
const BUSY = { foreign: 0.2, steal: 0.01 };

test('when /proc/stat is parsed, then interrupts and idle time are not part of the busy time', () => {
  const stat = 'cpu  10 2 3 100 50 7 8 4 0 0\ncpu0 1 1 1 1 1 1 1 1 0 0\n';
  assert.deepEqual(parseMachine(stat), { busyMs: 150, stealMs: 40 });
});

test('when a process name has spaces and parentheses, then its times are found', () => {
  const stat = '42 (a (b) c) S 7 42 42 0 -1 4194560 1 2 3 4 10 20 30 40 20 0 1 0';
  assert.deepEqual(parseProcess(stat), { pid: 42, parent: 7, name: 'a (b) c', ms: 1000 });
});

test('when processes are added up, then descendants and services are its own', () => {
  const processes = [
    { pid: 1, parent: 0, name: 'init', ms: 1 },
    { pid: 10, parent: 1, name: 'bench', ms: 10 },
    { pid: 11, parent: 10, name: 'server', ms: 100 },
    { pid: 20, parent: 1, name: 'postgres', ms: 1_000 },
    { pid: 30, parent: 1, name: 'build', ms: 10_000 },
  ];
  assert.deepEqual(sumTimes(processes, 10, []), { ownMs: 110, othersMs: 11_001 });
  assert.deepEqual(sumTimes(processes, 10, ['postgres']), { ownMs: 1_110, othersMs: 10_001 });
});

const BEFORE = { atMs: 0, busyMs: 0, stealMs: 0, ownMs: 0, othersMs: 0 };

test('when another process uses a core of two, then its share is a half', () => {
  const after = { atMs: 1_000, busyMs: 1_500, stealMs: 20, ownMs: 500, othersMs: 990 };
  assert.deepEqual(sharesBetween(BEFORE, after, 2), { foreign: 0.5, steal: 0.01 });
});

test('when interrupts are charged to our processes, then other processes are still seen', () => {
  const after = { atMs: 1_000, busyMs: 1_500, stealMs: 0, ownMs: 1_500, othersMs: 400 };
  assert.deepEqual(sharesBetween(BEFORE, after, 2), { foreign: 0.2, steal: 0 });
});

test('when any part of a run was disturbed, then the run names it', () => {
  const result = { id: 'list', title: '', notes: [], columns: [], rows: [], goals: [], raw: {} };
  const machine = {
    when: '',
    processor: '',
    cores: 2,
    memoryGigabytes: 1,
    system: '',
    node: '',
    cpuBefore: IDLE,
    versions: {},
  };
  const quiet = { ...result, cpu: IDLE };
  assert.deepEqual(findDisturbances({ machine, results: [quiet] }), []);
  const results = [quiet, { ...result, id: 'get', cpu: BUSY }];
  assert.deepEqual(findDisturbances({ machine, results }), ['get 20.0 %']);
  assert.ok(isBusy(BUSY));
});
