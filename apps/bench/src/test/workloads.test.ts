// Tests of the workloads.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pagePath, pagePaths } from '../load/page-urls.js';
import { MANY_PAGES, requestsOf } from '../load/workloads.js';
import { readCursor } from '../servers/shared/cursors.js';
import { ratios, spreadOf } from '../statistics.js';

const SECRET = Buffer.alloc(32, 1).toString('base64url');
const JOB = { workload: 'pages-and-writes', key: 'key', cursorSecret: SECRET } as const;

test('when pages are chosen, then all are distinct, half with a filter', () => {
  const paths = pagePaths(MANY_PAGES, SECRET);
  assert.equal(new Set(paths).size, 20_000);
  const filtered = paths.filter((path) => path.includes('status=')).length;
  assert.ok(filtered > 9_000 && filtered < 11_000);
});

test('when cursors are plain, then the pages are the same in the same order', () => {
  const [signed, plain] = [pagePaths(MANY_PAGES, SECRET), pagePaths(MANY_PAGES)];
  for (const [index, path] of signed.slice(0, 100).entries()) {
    const cursor = /cursor=(.+)$/.exec(path)?.[1] ?? '';
    const filter = /status=\w+/.exec(path)?.[0] ?? '';
    const after = readCursor(cursor, filter, Buffer.from(SECRET, 'base64url'));
    assert.equal(path.replace(cursor, String(after)), plain[index]);
  }
});

test('when a cursor is used with another filter, then it is not accepted', () => {
  const path = pagePath({ after: 5, limit: 20, status: 'sold' }, SECRET);
  const cursor = /cursor=(.+)$/.exec(path)?.[1] ?? '';
  assert.equal(readCursor(cursor, 'status=pending', Buffer.from(SECRET, 'base64url')), undefined);
});

test('when a round has another seed, then its requests have another order', () => {
  const pathsOf = (seed: number) => requestsOf({ ...JOB, seed }, 0).map(({ path }) => path);
  assert.deepEqual(pathsOf(1), pathsOf(1));
  assert.notDeepEqual(pathsOf(1), pathsOf(2));
});

test('when pages are mixed with writes, then one request in fifty creates an animal', () => {
  const requests = requestsOf({ ...JOB, seed: 1 }, 0);
  const creates = requests.filter(({ method }) => method === 'POST').length;
  assert.equal(creates / requests.length, 0.02);
});

test('when two series are compared, then each round is compared with its neighbour', () => {
  const values = ratios([2, 6, 12], [1, 2, 3]);
  assert.deepEqual(values, [2, 3, 4]);
  assert.deepEqual(spreadOf(values), { least: 2, lowerQuartile: 2, upperQuartile: 4, most: 4 });
});
