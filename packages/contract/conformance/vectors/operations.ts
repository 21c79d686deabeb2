// Vectors of each operation: what it stores, and what it returns.
import { DEPRECATION, MAX_NAME, STATUSES } from '../limits.js';
import { JSON_TYPE, LISTINGS, ORDER, REX } from '../requests.js';
import { all, type Exchange, type Vector, vector } from '../vector.js';

const [STATUS = ''] = STATUSES;
const ERROR_HEADERS = { 'content-type': 'application/json', 'content-length': /^\d+$/ };
const NOT_DEPRECATED = { deprecation: null, sunset: null };
const INT64_EDGES = [0n, 2n ** 31n, 2n ** 32n, 2n ** 53n, 2n ** 63n]
  .flatMap((edge) => [edge - 1n, edge, edge + 1n, -edge - 1n, -edge, -edge + 1n])
  .filter((value) => value === BigInt.asIntN(64, value));
const ZEROS = '0'.repeat(40);

const created = (text: string) => ({ status: 201, headers: NOT_DEPRECATED, text });
const create = (body: string) => ({
  method: 'POST',
  path: '/pets',
  headers: JSON_TYPE,
  body,
});

const get = (path: string, text: string, times = 1): Exchange => ({
  request: { path },
  times,
  reply: { status: 200, text },
});
const store = (body: string, text: string): Exchange => ({
  request: create(body),
  reply: created(text),
});
/** Stores each number, as `written=stored`, in the animals 1, 2, 3, ... */
const storeCategories = (pairs: string) =>
  pairs.split(' ').flatMap((pair, index) => {
    const [written, stored] = pair.split('=');
    const text = `{"id":${index + 1},"name":"a","categoryId":${stored}}`;
    return [
      store(`{"name":"a","categoryId":${written}}`, text),
      get(`/pets/${index + 1}`, text, 2),
    ];
  });
/** Of base code points, of accents, of emoji that are joined. */
const NAMES = [
  ...['a', ' ', '  Hambone  ', '😀', 'x'.repeat(MAX_NAME), '😀'.repeat(MAX_NAME)],
  [...'👨‍👩‍👧‍👦'.repeat(MAX_NAME)].slice(0, MAX_NAME).join(''),
  ...['e\u0301', '\u00e9', '\ufeffHambone', 'Ham\u00adbo\u200bne', 'a\u2028b\u2029c'],
  ...['\u{10ffff}', '\ue000\ufffe', '\ufffd', 'שלום مرحبا', `'\\\\ OR 1=1; --`, '<b>&amp;</b>'],
  ...['9007199254740993', '__proto__'],
];

export const operations: readonly Vector[] = [
  ...LISTINGS.map((path) =>
    all(
      `when there is nothing at ${path}, then it returns an empty array`,
      {
        status: 200,
        headers: { ...NOT_DEPRECATED, link: /rel="first"$/, 'content-type': 'application/json' },
        text: '[]',
      },
      { path },
    ),
  ),
  vector(
    'when animals are filtered by status, then those without one match no filter',
    store('{"name":"none","categoryId":1}', '{"id":1,"name":"none","categoryId":1}'),
    ...STATUSES.flatMap((status, index) => {
      const animal = `{"id":${index + 2},"name":"a","categoryId":1,"status":"${status}"}`;
      return [
        get(`/pets?status=${status}`, '[]', 2),
        store(`{"name":"a","categoryId":1,"status":"${status}"}`, animal),
        get(`/pets?status=${status}`, `[${animal}]`, 2),
        get(`/pets/${index + 2}`, animal),
      ];
    }),
  ),
  vector(
    'when an animal is created, then the next reply has it, with a link to a next page',
    { request: { path: '/pets/1' }, times: 2, reply: { status: 404 } },
    get('/pets?limit=1', '[]'),
    ...[/rel="first"$/, /rel="next"$/].flatMap((link, index): Exchange[] => [
      store('{"name":"Rex","categoryId":1}', `{"id":${index + 1},"name":"Rex","categoryId":1}`),
      {
        request: { path: '/pets?limit=1' },
        times: 2,
        reply: { status: 200, headers: { link }, text: '[{"id":1,"name":"Rex","categoryId":1}]' },
      },
      get(`/pets/${index + 1}`, `{"id":${index + 1},"name":"Rex","categoryId":1}`),
    ]),
  ),
  vector(
    'when a body has white space and escapes, then its values are the same',
    store(' {\r\n\t"categoryId" : 7 , "name":"a" }\n', '{"id":1,"name":"a","categoryId":7}'),
    store(
      '{"\\u006eame":"H\\u00e4mb\\/one \\ud83d\\ude00","categoryId":7}',
      '{"id":2,"name":"Hämb/one 😀","categoryId":7}',
    ),
  ),
  {
    name: 'when an animal is created, then it has the next id and its properties in the order of the contract',
    seeds: { pets: [REX] },
    exchanges: [
      store(
        `{"status":"${STATUS}","categoryId":7,"name":"Tom"}`,
        `{"id":2,"name":"Tom","categoryId":7,"status":"${STATUS}"}`,
      ),
      get('/pets/2', `{"id":2,"name":"Tom","categoryId":7,"status":"${STATUS}"}`),
    ],
  },
  vector(
    'when an integer has 64 bits, then it comes back exactly',
    ...storeCategories(INT64_EDGES.map((value) => `${value}=${value}`).join(' ')),
  ),
  vector(
    'when an integer is in another notation, then it comes back in decimal digits',
    ...storeCategories(
      '5.0=5 50e-1=5 1e2=100 1E+2=100 -0=0 0e9=0 0.000=0 9007199254740991.0=9007199254740991',
    ),
  ),
  vector(
    'when a name is of any characters but controls, then it is stored exactly',
    ...NAMES.flatMap((name, index) => {
      const text = `{"id":${index + 1},"name":${JSON.stringify(name)},"categoryId":1}`;
      return [
        store(JSON.stringify({ name, categoryId: 1 }), text),
        get(`/pets/${index + 1}`, text),
      ];
    }),
  ),
  {
    name: 'when an animal exists, then getPet returns it with the deprecation headers, also after its sunset',
    seeds: { pets: [REX] },
    exchanges: [0, 50 * 366 * 86_400].map((afterSeconds) => ({
      afterSeconds,
      request: { path: '/pets/1' },
      reply: { status: 200, headers: DEPRECATION, text: '{"id":1,"name":"Rex","categoryId":1}' },
    })),
  },
  {
    name: 'when the id of an animal has leading zeros or is percent-encoded, then it is found',
    seeds: { pets: [REX] },
    exchanges: ['1', '001', `${ZEROS}1`, '%31'].map((id) =>
      get(`/pets/${id}`, '{"id":1,"name":"Rex","categoryId":1}', 2),
    ),
  },
  vector(
    'when there is no animal with an id of 64 bits, then getPet returns 404 with the deprecation headers',
    ...[
      ...['0', '-1', '-0', `-${ZEROS}`, '9007199254740993', `${2n ** 63n - 1n}`],
      ...[`${-(2n ** 63n)}`, `${ZEROS}${2n ** 63n - 1n}`, `-${ZEROS}${2n ** 63n}`],
    ].map((id) => ({
      request: { path: `/pets/${id}` },
      times: 2,
      reply: { status: 404, headers: DEPRECATION, code: 'not_found' },
    })),
  ),
  {
    name: 'when there are orders, then listOrders returns them by id, exactly',
    seeds: {
      orders: [
        { id: 9223372036854775807n, ...ORDER, petId: 9007199254740993n },
        { id: -9223372036854775808n, ...ORDER, shipDate: '2026-12-24T18:00:00.123+01:00' },
        { id: 3, ...ORDER, quantity: 2147483647, complete: true },
      ],
    },
    exchanges: [
      get(
        '/store/orders',
        '[{"id":-9223372036854775808,"petId":1,"quantity":2,"shipDate":"2026-12-24T18:00:00.123+01:00","complete":false},{"id":3,"petId":1,"quantity":2147483647,"shipDate":"2026-11-20T09:30:00Z","complete":true},{"id":9223372036854775807,"petId":9007199254740993,"quantity":2,"shipDate":"2026-11-20T09:30:00Z","complete":false}]',
      ),
    ],
  },
  {
    name: 'when HEAD is sent, then the headers are those of GET, without a body',
    seeds: { pets: [REX] },
    exchanges: (
      [
        ['/pets', 200, { 'content-length': '38', link: /rel="first"$/ }],
        ['/pets/1', 200, { ...DEPRECATION, 'content-length': '36' }],
        ['/store/orders', 200, { 'content-length': '2' }],
        ['/pets/2', 404, ERROR_HEADERS],
        ['/nope', 404, ERROR_HEADERS],
        ['/pets/x', 400, ERROR_HEADERS],
        ['/pets?limit=0', 400, ERROR_HEADERS],
      ] as const
    ).map(([path, status, headers]) => ({
      request: { method: 'HEAD', path },
      reply: { status, headers, text: '' },
    })),
  },
];
