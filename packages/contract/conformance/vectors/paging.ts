// Vectors of pagination: pages, links and cursors.

import type { NewPet } from '../../src/index.js';
import { BASE_PATH, MAX_LIMIT, STATUSES } from '../limits.js';
import type { Exchange, Vector, WantedReply } from '../vector.js';

const [STATUS = ''] = STATUSES;
const ORDER = { petId: 1, quantity: 2, shipDate: '2026-11-20T09:30:00Z', complete: false };

const animals = (count: number): NewPet[] =>
  Array.from({ length: count }, (_, index) => ({ name: `n${index + 1}`, categoryId: 1 }));
const page = (ids: readonly number[], link: RegExp | null): WantedReply => ({
  status: 200,
  headers: { link },
  text: `[${ids.map((id) => `{"id":${id},"name":"n${id}","categoryId":1}`).join(',')}]`,
});
const linkTo = (path: string, query: string) =>
  new RegExp(`^<${BASE_PATH}${path}\\?${query}cursor=[\\w.~-]+>; rel="next"$`);
const NEXT = linkTo('/pets', 'limit=2&');

const refused = (path: string): Exchange => ({
  request: { path },
  reply: { status: 400, headers: { link: null }, details: ['query /cursor invalid'] },
});

export const paging: readonly Vector[] = [
  {
    name: 'when the links are followed, then every animal comes once',
    pets: animals(5),
    exchanges: [
      { request: { path: '/pets?limit=2' }, reply: page([1, 2], NEXT) },
      { request: {}, reply: page([3, 4], NEXT) },
      { request: {}, reply: page([5], null) },
    ],
  },
  {
    name: 'when the last page is full, then it has no link',
    pets: animals(4),
    exchanges: [
      { request: { path: '/pets?limit=2' }, reply: page([1, 2], NEXT) },
      { request: {}, reply: page([3, 4], null) },
    ],
  },
  {
    name: 'when no limit is sent, then the link has the default one',
    pets: animals(MAX_LIMIT + 1),
    exchanges: [
      {
        request: { path: '/pets' },
        reply: { status: 200, headers: { link: linkTo('/pets', 'limit=\\d+&') } },
      },
      { request: {}, reply: { status: 200 } },
    ],
  },
  {
    name: 'when the limit is the maximum, then a page has so many items',
    pets: animals(MAX_LIMIT + 1),
    exchanges: [
      { request: { path: `/pets?limit=${MAX_LIMIT}` }, reply: { status: 200 } },
      { request: {}, reply: page([MAX_LIMIT + 1], null) },
    ],
  },
  {
    name: 'when a listing is filtered, then the link keeps the filter',
    pets: [
      { name: 'a', categoryId: 1, status: 'sold' },
      { name: 'b', categoryId: 1 },
      { name: 'c', categoryId: 1, status: 'sold' },
    ],
    exchanges: [
      {
        request: { path: '/pets?limit=1&status=sold' },
        reply: {
          status: 200,
          headers: { link: linkTo('/pets', 'status=sold&limit=1&') },
          text: '[{"id":1,"name":"a","categoryId":1,"status":"sold"}]',
        },
      },
      {
        request: {},
        reply: {
          status: 200,
          headers: { link: null },
          text: '[{"id":3,"name":"c","categoryId":1,"status":"sold"}]',
        },
      },
    ],
  },
  {
    name: 'when there are many orders, then their listing has links of its own',
    orders: [1, 2, 3].map((id) => ({ id, ...ORDER })),
    exchanges: [
      {
        request: { path: '/store/orders?limit=2' },
        reply: { status: 200, headers: { link: linkTo('/store/orders', 'limit=2&') } },
      },
      { request: {}, reply: { status: 200, headers: { link: null } } },
    ],
  },
  {
    name: 'when a cursor is of another listing, then the request is refused',
    pets: animals(3),
    exchanges: [
      { request: { path: '/pets?limit=2' }, reply: { status: 200 } },
      {
        request: { nextOf: { path: '/store/orders' } },
        reply: { status: 400, details: ['query /cursor invalid'] },
      },
    ],
  },
  {
    name: 'when a cursor is of another filter, then the request is refused',
    pets: animals(3),
    exchanges: [
      { request: { path: '/pets?limit=2' }, reply: { status: 200 } },
      {
        request: { nextOf: { path: '/pets', query: `status=${STATUS}&` } },
        reply: { status: 400, details: ['query /cursor invalid'] },
      },
    ],
  },
  {
    name: 'when a cursor is sent with another limit, then the page starts at the same place',
    pets: animals(5),
    exchanges: [
      { request: { path: '/pets?limit=2' }, reply: page([1, 2], NEXT) },
      {
        request: { nextOf: { path: '/pets', query: 'limit=3&' } },
        reply: page([3, 4, 5], null),
      },
    ],
  },
  {
    name: 'when a cursor was not issued, then the request is refused',
    pets: animals(3),
    exchanges: ['abc', '1', 'MQ', 'Mg.AAAAAAAAAAAAAAAAAAAAAA', '%00', '2.', '..'].map((cursor) =>
      refused(`/pets?cursor=${cursor}`),
    ),
  },
  {
    name: 'when a cursor is empty, then the request is refused',
    exchanges: [
      {
        request: { path: '/pets?cursor=' },
        reply: { status: 400, details: ['query /cursor min_length'] },
      },
    ],
  },
];
