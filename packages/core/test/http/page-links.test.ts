// Links of pages of listings whose filters the contract of the store does not have.
import { listingUrl, pageLinks } from '../../src/http/index.js';
import type { ParameterSpec } from '../../src/index.js';

const parameter = (name: string, change: Partial<ParameterSpec> = {}): ParameterSpec => ({
  ...{ name, in: 'query', isRequired: false, type: 'string', isNullable: false },
  ...change,
});
const parameters = [
  parameter('limit'),
  parameter('tag', { list: 'repeated' }),
  parameter('size', { list: 'comma-separated' }),
  parameter('note', { isNullable: true }),
  parameter('shelf', { in: 'header' }),
];

test.each<[object, string]>([
  [{}, ''],
  [{ tag: ['a b', 'c&d'] }, 'tag=a%20b&tag=c%26d'],
  [{ size: [1, 2n ** 60n] }, 'size=1,1152921504606846976'],
  [{ note: null, shelf: 'A1' }, 'note='],
])('when the filter is %p, then the URL of the listing has %s', (filter, query) => {
  expect(listingUrl({ route: '/v1/toys', parameters }, { ...filter })).toBe(`/v1/toys?${query}`);
});

test('when a listing has a next page, then its links keep the filter', () => {
  const first = '</v1/toys?limit=2>; rel="first"';
  expect(pageLinks('/v1/toys?', 2, undefined)).toBe(first);
  const next = '</v1/toys?tag=a&limit=2&cursor=x>; rel="next"';
  expect(pageLinks('/v1/toys?tag=a', 2, 'x')).toContain(next);
});
