// Vectors of each operation: what it stores, and what it returns.
import { MAX_NAME, STATUSES } from '../limits.js';
import type { Vector } from '../vector.js';

const [STATUS = '', OTHER_STATUS = ''] = STATUSES;
const REX = { name: 'Rex', categoryId: 1 };
const ORDER = { petId: 1, quantity: 2, shipDate: '2026-11-20T09:30:00Z', complete: false };
const DEPRECATED = { deprecation: /^@\d+$/, sunset: / GMT$/, link: /rel="successor-version"$/ };
const NOT_DEPRECATED = { deprecation: null, sunset: null };

const created = (text: string) => ({ status: 201, headers: NOT_DEPRECATED, text });
const create = (body: string) => ({
  method: 'POST',
  path: '/pets',
  headers: { 'Content-Type': 'application/json' },
  body,
});

export const operations: readonly Vector[] = [
  {
    name: 'when there are no animals, then listPets returns an empty array',
    exchanges: [
      {
        request: { path: '/pets' },
        reply: {
          status: 200,
          headers: { ...NOT_DEPRECATED, link: null, 'content-type': 'application/json' },
          text: '[]',
        },
      },
    ],
  },
  {
    name: 'when there are animals, then listPets returns them by id',
    pets: [REX, { name: 'Tom', categoryId: 2, status: 'sold' }],
    exchanges: [
      {
        request: { path: '/pets' },
        reply: {
          status: 200,
          text: '[{"id":1,"name":"Rex","categoryId":1},{"id":2,"name":"Tom","categoryId":2,"status":"sold"}]',
        },
      },
    ],
  },
  {
    name: 'when animals are filtered by status, then those without one match no filter',
    exchanges: [
      {
        request: create(`{"name":"a","categoryId":1,"status":"${STATUS}"}`),
        reply: created(`{"id":1,"name":"a","categoryId":1,"status":"${STATUS}"}`),
      },
      { request: create('{"name":"b","categoryId":1}'), reply: { status: 201 } },
      {
        request: { path: `/pets?status=${STATUS}` },
        reply: {
          status: 200,
          text: `[{"id":1,"name":"a","categoryId":1,"status":"${STATUS}"}]`,
        },
      },
      { request: { path: `/pets?status=${OTHER_STATUS}` }, reply: { status: 200, text: '[]' } },
    ],
  },
  {
    name: 'when an animal is created, then it has the next id and its properties in the order of the contract',
    pets: [REX],
    exchanges: [
      {
        request: create(`{"status":"${STATUS}","categoryId":7,"name":"Tom"}`),
        reply: created(`{"id":2,"name":"Tom","categoryId":7,"status":"${STATUS}"}`),
      },
      {
        request: { path: '/pets/2' },
        reply: { status: 200, text: `{"id":2,"name":"Tom","categoryId":7,"status":"${STATUS}"}` },
      },
    ],
  },
  {
    name: 'when an integer has 64 bits, then it comes back exactly',
    exchanges: [
      {
        request: create('{"name":"a","categoryId":9223372036854775807}'),
        reply: created('{"id":1,"name":"a","categoryId":9223372036854775807}'),
      },
      {
        request: create('{"name":"b","categoryId":-9223372036854775808}'),
        reply: created('{"id":2,"name":"b","categoryId":-9223372036854775808}'),
      },
      {
        request: create('{"name":"c","categoryId":9007199254740993}'),
        reply: created('{"id":3,"name":"c","categoryId":9007199254740993}'),
      },
      {
        request: { path: '/pets?limit=1' },
        reply: { status: 200, text: '[{"id":1,"name":"a","categoryId":9223372036854775807}]' },
      },
    ],
  },
  {
    name: 'when a name has the maximum length in characters beyond 16 bits, then it is stored exactly',
    exchanges: [
      {
        request: create(`{"name":"${'🐕'.repeat(MAX_NAME)}","categoryId":1}`),
        reply: created(`{"id":1,"name":"${'🐕'.repeat(MAX_NAME)}","categoryId":1}`),
      },
    ],
  },
  {
    name: 'when a name has white space at its ends, then it is stored exactly',
    exchanges: [
      {
        request: create('{"name":" Rex ","categoryId":0}'),
        reply: created('{"id":1,"name":" Rex ","categoryId":0}'),
      },
    ],
  },
  {
    name: 'when an animal exists, then getPet returns it with the deprecation headers',
    pets: [REX],
    exchanges: [
      {
        request: { path: '/pets/1' },
        reply: {
          status: 200,
          headers: DEPRECATED,
          text: '{"id":1,"name":"Rex","categoryId":1}',
        },
      },
    ],
  },
  {
    name: 'when there is no animal with an id of 64 bits, then getPet returns 404 with the deprecation headers',
    exchanges: ['0', '-1', '9223372036854775807', '-9223372036854775808'].map((id) => ({
      request: { path: `/pets/${id}` },
      reply: { status: 404, headers: DEPRECATED, code: 'not_found' },
    })),
  },
  {
    name: 'when there are orders, then listOrders returns them by id, exactly',
    orders: [
      { id: 9223372036854775807n, ...ORDER },
      { id: -5, ...ORDER },
    ],
    exchanges: [
      {
        request: { path: '/store/orders' },
        reply: {
          status: 200,
          text: '[{"id":-5,"petId":1,"quantity":2,"shipDate":"2026-11-20T09:30:00Z","complete":false},{"id":9223372036854775807,"petId":1,"quantity":2,"shipDate":"2026-11-20T09:30:00Z","complete":false}]',
        },
      },
    ],
  },
  {
    name: 'when HEAD is sent, then the headers are those of GET, without a body',
    pets: [REX],
    exchanges: [
      {
        request: { method: 'HEAD', path: '/pets' },
        reply: { status: 200, headers: { 'content-length': '38' }, text: '' },
      },
      { request: { method: 'HEAD', path: '/pets/2' }, reply: { status: 404, text: '' } },
    ],
  },
];
