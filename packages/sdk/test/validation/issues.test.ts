// Error details as issues, so that a form shows the service's errors as its own.
import type { ErrorDetail } from '@animal-store/contract';
import { NewPetSchema, toIssues } from '../../src/schemas.js';

function detail(path: string, place: ErrorDetail['in'] = 'body'): ErrorDetail {
  return { in: place, path, code: 'invalid', message: 'is invalid' };
}

function pathsOf(paths: readonly string[], sent?: unknown) {
  return toIssues(
    paths.map((path) => detail(path)),
    sent,
  ).map(({ path }) => path);
}

test('when the service refuses what a schema refuses, then both have the same issue', () => {
  const sent = { name: 'Rex', categoryId: 'x' };
  const message = 'must be of type integer';
  const refused = { in: 'body', path: '/categoryId', code: 'type', message } as const;
  expect(toIssues([refused], sent)).toEqual(NewPetSchema['~standard'].validate(sent).issues);
});

test('when a pointer has escaped names, then the path has the names', () => {
  expect(pathsOf(['', '/a~1b/~01', '/'])).toEqual([[], ['a/b', '~1'], ['']]);
});

test('when a name has digits, then it is an index unless an object was sent', () => {
  const sent = { tags: ['a'], prices: { 0: 1 } };
  expect(pathsOf(['/tags/0', '/prices/0', '/prices/01'])).toEqual([
    ['tags', 0],
    ['prices', 0],
    ['prices', '01'],
  ]);
  expect(pathsOf(['/tags/0', '/prices/0'], sent)).toEqual([
    ['tags', 0],
    ['prices', '0'],
  ]);
});

test('when a parameter is invalid, then the issue says where it is', () => {
  const issue = { in: 'header', path: ['Idempotency-Key'] };
  expect(toIssues([detail('/Idempotency-Key', 'header')])).toMatchObject([issue]);
});
