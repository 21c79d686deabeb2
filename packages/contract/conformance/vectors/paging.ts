// Vectors of pagination: pages, links and cursors.
import type { NewPet } from '../../src/index.js';
import { BASE_PATH, DEFAULT_LIMIT, MAX_CURSOR, MAX_LIMIT, MIN_LIMIT, STATUSES } from '../limits.js';
import { LISTINGS, ORDER } from '../requests.js';
import { all, type Exchange, type Vector, vector, type WantedReply } from '../vector.js';

const [STATUS = '', OTHER_STATUS = ''] = STATUSES;

const idsFrom = (first: number, length: number) =>
  Array.from({ length }, (_, index) => first + index);
const animals = (count: number): NewPet[] =>
  idsFrom(1, count).map((id) => ({ name: `n${id}`, categoryId: 1 }));
const textOf = {
  '/pets': (id: number) => `{"id":${id},"name":"n${id}","categoryId":1}`,
  '/store/orders': (id: number) => JSON.stringify({ id, ...ORDER }),
};
type Listing = keyof typeof textOf;
const page = (ids: readonly number[], link: RegExp, listing: Listing = '/pets'): WantedReply => ({
  status: 200,
  headers: { link },
  text: `[${ids.map(textOf[listing]).join(',')}]`,
});
const seedsOf = (listing: Listing, count: number) =>
  listing === '/pets'
    ? { pets: animals(count) }
    : { orders: idsFrom(1, count).map((id) => ({ id: count + 1 - id, ...ORDER })) };
/** The links of a page, to the first one and, unless it is the last, to the next one. */
const linksOf = (path: string, query: string, next: 'next' | 'last') => {
  const target = `${BASE_PATH}${path}\\?${query}`;
  const toNext = next === 'next' ? `, <${target}&cursor=[\\w.~-]+>; rel="next"` : '';
  return new RegExp(`^<${target}>; rel="first"${toNext}$`);
};
const NEXT = linksOf('/pets', 'limit=2', 'next');
const LAST = linksOf('/pets', 'limit=\\d+', 'last');

const add = (id: number, more: object = {}): Exchange => ({
  request: { method: 'POST', path: '/pets', json: { name: `n${id}`, categoryId: 1, ...more } },
  reply: { status: 201 },
});
const refused = (path: string): Exchange => ({
  request: { path },
  reply: { status: 400, headers: { link: null }, details: ['query /cursor invalid'] },
});

/** The links lead through all pages. */
const pages = (listing: Listing, count: number, limit: number, sent = `limit=${limit}`): Vector => {
  const length = Math.ceil(count / limit);
  return {
    name: `when ${listing}${sent && '?'}${sent} has ${count} items, then they come once, in ${length} pages`,
    seeds: seedsOf(listing, count),
    exchanges: Array.from({ length }, (_, index): Exchange => {
      const from = index * limit;
      const ids = idsFrom(from + 1, Math.min(limit, count - from));
      const isLast = index === length - 1;
      return {
        request: index === 0 ? { path: `${listing}${sent && '?'}${sent}` } : {},
        reply: page(ids, linksOf(listing, `limit=${limit}`, isLast ? 'last' : 'next'), listing),
      };
    }),
  };
};

export const paging: readonly Vector[] = [
  ...LISTINGS.flatMap((listing): Vector[] => [
    ...([1, 4, 5, 6, 10, 11] as const).map((count) => pages(listing, count, 5)),
    pages(listing, 3, MIN_LIMIT),
    ...[0, 1].map((more) => pages(listing, DEFAULT_LIMIT + more, DEFAULT_LIMIT, '')),
    pages(listing, 2 * DEFAULT_LIMIT + 1, DEFAULT_LIMIT, ''),
    pages(listing, MAX_LIMIT + 1, MAX_LIMIT),
    pages(listing, MAX_LIMIT, MAX_LIMIT - 1),
    pages(listing, 2, DEFAULT_LIMIT, `limit=00${DEFAULT_LIMIT}`),
    pages(listing, 2, DEFAULT_LIMIT, `limit=${`${DEFAULT_LIMIT}`.replaceAll(/\d/g, '%3$&')}`),
    {
      name: `when ${listing} is read with HEAD or another key, then the link to the next page works`,
      seeds: seedsOf(listing, 3),
      exchanges: [
        {
          request: { method: 'HEAD', path: `${listing}?limit=2` },
          reply: { ...page([], linksOf(listing, 'limit=2', 'next')), text: '' },
        },
        {
          request: { key: 'other' },
          times: 2,
          reply: page([3], linksOf(listing, 'limit=2', 'last'), listing),
        },
      ],
    },
    all(
      `when the query of ${listing} has empty parts, then they are ignored`,
      { status: 200, text: '[]' },
      ...['?', '?&', '?&&limit=5&'].map((query) => ({ path: `${listing}${query}` })),
    ),
  ]),
  {
    name: 'when animals are added while pages are read, then each comes once, the new ones last',
    seeds: { pets: animals(3) },
    exchanges: [
      { request: { path: '/pets?limit=2' }, reply: page([1, 2], NEXT) },
      add(4),
      add(5),
      { request: {}, reply: page([3, 4], NEXT) },
      { request: {}, reply: page([5], LAST) },
      add(6),
      { request: {}, reply: page([5, 6], LAST) },
    ],
  },
  {
    name: 'when a listing is filtered, then the link keeps the filter',
    seeds: {
      pets: [
        { name: 'a', categoryId: 1, status: 'sold' },
        { name: 'b', categoryId: 1 },
        { name: 'c', categoryId: 1, status: 'sold' },
      ],
    },
    exchanges: (
      [
        [{ path: '/pets?limit=1&status=sold' }, 'next', '"id":1,"name":"a"'],
        [{}, 'last', '"id":3,"name":"c"'],
      ] as const
    ).map(([request, next, sold]) => ({
      request,
      reply: {
        status: 200,
        headers: { link: linksOf('/pets', 'status=sold&limit=1', next) },
        text: `[{${sold},"categoryId":1,"status":"sold"}]`,
      },
    })),
  },
  ...(
    [
      ['/pets?limit=2', '/store/orders', ''],
      ['/store/orders?limit=2', '/pets', ''],
      ['/pets?limit=2', '/pets', `status=${STATUS}&`],
      [`/pets?limit=2&status=${STATUS}`, '/pets', ''],
      [`/pets?limit=2&status=${STATUS}`, '/pets', `status=${OTHER_STATUS}&`],
    ] as const
  ).map(
    ([from, path, query]): Vector => ({
      name: `when a cursor of ${from} is sent to ${path}?${query}, then it is refused`,
      seeds: { orders: [1, 2, 3].map((id) => ({ id, ...ORDER })) },
      exchanges: [
        ...[1, 2, 3].map((id) => add(id, { status: STATUS })),
        { request: { path: from }, reply: { status: 200, headers: { link: /rel="next"$/ } } },
        {
          request: { nextOf: { path, query } },
          reply: { status: 400, details: ['query /cursor invalid'] },
        },
      ],
    }),
  ),
  {
    name: 'when a cursor is sent with another limit, then the page starts at the same place',
    seeds: { pets: animals(5) },
    exchanges: [
      { request: { path: '/pets?limit=2' }, reply: page([1, 2], NEXT) },
      { request: { nextOf: { path: '/pets', query: 'limit=3&' } }, reply: page([3, 4, 5], LAST) },
    ],
  },
  {
    name: 'when a cursor was not issued, then the request is refused',
    seeds: { pets: animals(3) },
    exchanges: [
      ...['abc', '1', '2', 'null', 'MQ', 'MQ.', 'MQ.AAAAAAAAAAAAAAAAAAAAAA'],
      ...['Mg.AAAAAAAAAAAAAAAAAAAAAA', '%00', '2.', '..', '%F0%9F%98%80', 'x'.repeat(MAX_CURSOR)],
    ].flatMap((cursor) => LISTINGS.map((listing) => refused(`${listing}?cursor=${cursor}`))),
  },
  vector(
    'when a cursor is empty or too long, then the request is refused',
    ...[
      ['', 'min_length'],
      ['x'.repeat(MAX_CURSOR + 1), 'max_length'],
    ].map(([cursor, code]) => ({
      request: { path: `/pets?cursor=${cursor}` },
      reply: { status: 400, details: [`query /cursor ${code}`] },
    })),
  ),
];
