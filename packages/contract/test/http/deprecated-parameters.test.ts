// Deprecation headers of requests that send deprecated parameters.
import { readDeprecatedParts, readDeprecation, usedDeprecation } from '../../src/http/index.js';
import { dates, edited, HEADERS, NEW, operationWith, partsWith } from './deprecated-parts.js';

const parameters = [
  {
    name: 'sort',
    in: 'query',
    schema: NEW,
    deprecated: true,
    ...dates('2026-01-01', '2030-12-05'),
  },
  {
    name: 'a b',
    in: 'query',
    schema: NEW,
    deprecated: true,
    ...dates('2025-06-01', '2028-01-01'),
  },
  {
    name: 'X-Old',
    in: 'header',
    schema: NEW,
    deprecated: true,
    ...dates('2026-01-01', '2030-12-05'),
  },
  { name: 'limit', in: 'query', schema: NEW },
];
const headersOf = (query: string, ...headers: string[]) => {
  const parts = partsWith({ parameters });
  return parts && usedDeprecation(parts, { query, hasHeader: (name) => headers.includes(name) });
};

test.each([
  ['limit=1', undefined],
  ['', undefined],
  ['limit=sort', undefined],
  ['sort=id', HEADERS[2030]],
  ['sort', HEADERS[2030]],
  ['limit=1&sort=', HEADERS[2030]],
  ['s%6Frt=id', HEADERS[2030]],
  ['%zz=1&sort=id', HEADERS[2030]],
  ['a+b=1', HEADERS[2028]],
  ['sort=id&a%20b=1', HEADERS[2028]],
])('when the query is "%s", then the headers are those of what it sends', (query, headers) => {
  expect(headersOf(query)).toEqual(headers);
});

test('when a deprecated header is sent, then the headers are its own', () => {
  expect(headersOf('', 'X-Old')).toEqual(HEADERS[2030]);
  expect(headersOf('a%20b=1', 'X-Old')).toEqual(HEADERS[2028]);
});

test('when nothing is deprecated, then there is nothing to look for', () => {
  expect(partsWith({ parameters: [{ name: 'limit', in: 'query', schema: NEW }] })).toBeUndefined();
});

test('when a path parameter is deprecated, then every response has its headers', () => {
  const path = { name: 'id', in: 'path', required: true, schema: NEW, deprecated: true };
  const operation = operationWith({
    parameters: [{ ...path, ...dates('2026-01-01', '2030-12-05') }],
  });
  expect(readDeprecation(operation, edited, '/v1')).toEqual(HEADERS[2030]);
  expect(readDeprecatedParts(operation, edited)).toBeUndefined();
});

test.each([
  ['2027-01-01', { Deprecation: '@1767225600', Sunset: 'Fri, 01 Jan 2027 00:00:00 GMT' }],
  ['2029-01-01', HEADERS[2028]],
])('when the operation has the sunset %s, then the earliest one counts', (sunset, headers) => {
  const own = { deprecated: true, ...dates('2026-01-01', sunset) };
  const parts = partsWith({ parameters, ...own });
  expect(parts && usedDeprecation(parts, { query: 'a%20b=1', hasHeader: () => false })).toEqual(
    headers,
  );
});

test('when a deprecated operation gets nothing else, then its own headers stay', () => {
  const parts = partsWith({ parameters, deprecated: true, ...dates('2026-01-01', '2027-01-01') });
  expect(parts && usedDeprecation(parts, { query: '', hasHeader: () => false })).toBeUndefined();
});

test('when two have the same sunset, then the earlier deprecation counts', () => {
  const same = [
    { ...parameters[0], ...dates('2026-05-01', '2030-12-05') },
    { ...parameters[2], ...dates('2026-01-01', '2030-12-05') },
  ];
  const parts = partsWith({ parameters: same });
  expect(parts && usedDeprecation(parts, { query: 'sort', hasHeader: () => true })).toEqual(
    HEADERS[2030],
  );
});
