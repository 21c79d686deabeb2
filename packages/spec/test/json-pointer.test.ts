// JSON Pointers, and the references that use them.
import {
  findReferences,
  followReference,
  formatPointer,
  isPointerWithin,
  parsePointer,
  resolvePointer,
} from '../src/json-pointer.js';

test.each([
  [['paths', '/pets', 'get'], '#/paths/~1pets/get'],
  [['a~1b', '~'], '#/a~01b/~0'],
  [[], '#'],
])('when %j is formatted as a pointer and parsed, then the keys are unchanged', (keys, pointer) => {
  expect(formatPointer(...keys)).toBe(pointer);
  expect(parsePointer(pointer)).toEqual(keys);
});

test('when a pointer goes through an array, then it resolves', () => {
  const document = { paths: { '/pets': [{ name: 'limit' }] } };
  expect(resolvePointer(document, '#/paths/~1pets/0/name')).toBe('limit');
});

test.each(['#/b', '#/a/1', '#/a/length', '#/a/0/b'])(
  'when %s points to nothing, then it resolves to undefined',
  (pointer) => expect(resolvePointer({ a: [1] }, pointer)).toBeUndefined(),
);

test('when one key starts like another, then neither pointer is within the other', () => {
  expect(isPointerWithin('#/a/b', '#/a')).toBe(true);
  expect(isPointerWithin('#/a', '#/a')).toBe(true);
  expect(isPointerWithin('#/ab', '#/a')).toBe(false);
  expect(isPointerWithin('#/a', '#/a/b')).toBe(false);
});

test.each([
  ['a percent-encoded reference', { $ref: '#/b/%7Bid%7D' }, 'found'],
  ['a reference with a percent sign', { $ref: '#/100%' }, 1],
  ['a chain of references', { $ref: '#/c' }, 'found'],
  ['no reference', 1, 1],
  ['a circle of references', { $ref: '#/d' }, undefined],
])('when %s is followed, then the result is its end', (_name, node, end) => {
  const document = {
    '100%': 1,
    b: { '{id}': 'found' },
    c: { $ref: '#/b/{id}' },
    d: { $ref: '#/d' },
  };
  expect(followReference(document, node)).toBe(end);
});

test('when a value has references, then each is found with the keys of its object', () => {
  expect(findReferences({ a: [{ $ref: '#/x' }], $ref: '#/%7By%7D' })).toEqual([
    { keys: [], target: '#/{y}' },
    { keys: ['a', '0'], target: '#/x' },
  ]);
});
