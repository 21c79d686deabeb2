// Requests with parameters of every type, in each place.
import type { Row } from './http-case.js';

type Valid<Sent> = readonly (readonly [sent: Sent, values: Readonly<Record<string, unknown>>])[];
/** Errors are `pointer code`. */
type Invalid<Sent> = readonly (readonly [sent: Sent, errors: readonly string[]])[];

const MAX = 9223372036854775807n;
const LIST_DEFAULTS = { sort: ['name', 'id'] };
const VALUE_DEFAULTS = { page: 1, verbose: false, maybeRatio: 0.5 };
const HEADER_DEFAULTS = { 'X-Level': 2, 'X-Sort': ['id'] };

/** Queries of echoLists. */
const LISTS: Valid<string> = [
  ['', {}],
  ['ids=1', { ids: [1] }],
  ['ids=1&ids=2&ids=1', { ids: [1, 2, 1] }],
  ['ids=2&tags=a&ids=1', { ids: [2, 1], tags: ['a'] }],
  [`ids=${MAX}&ids=-9223372036854775808`, { ids: [MAX, -9223372036854775808n] }],
  ['ids=9007199254740993', { ids: [9007199254740993n] }],
  ['ids=007&ids=-0', { ids: [7, 0] }],
  [
    'joinedIds=9007199254740993,1,-9007199254740993',
    {
      joinedIds: [9007199254740993n, 1, -9007199254740993n],
    },
  ],
  ['joinedIds=', { joinedIds: [] }],
  ['joinedIds', { joinedIds: [] }],
  ['status=sold&status=pending', { status: ['sold', 'pending'] }],
  ['tags=', { tags: [''] }],
  ['tags', { tags: [''] }],
  ['tags=a&tags=&tags=b', { tags: ['a', '', 'b'] }],
  ['tags=a,b&tags=a%2Cb', { tags: ['a,b', 'a,b'] }],
  ['tags=a+b&tags=a%20b&tags=a%2Bb', { tags: ['a b', 'a b', 'a+b'] }],
  ["tags=:/?@!$'()*;&tags=a=b", { tags: [":/?@!$'()*;", 'a=b'] }],
  ['tags=%F0%9F%90%B6&tags=%E2%82%AC', { tags: ['🐶', '€'] }],
  ['t%61gs=1&tags=2', { tags: ['1', '2'] }],
  ['tags=__proto__&tags=constructor', { tags: ['__proto__', 'constructor'] }],
  ['joinedTags=a%2Cb,c', { joinedTags: ['a,b', 'c'] }],
  ['joinedTags=a,,b,', { joinedTags: ['a', '', 'b', ''] }],
  ['joinedTags=a+b,%2B', { joinedTags: ['a b', '+'] }],
  ['flags=true,false', { flags: [true, false] }],
  ['prices=1.5&prices=-2e-3&prices=1E3', { prices: [1.5, -0.002, 1000] }],
  ['days=2026-02-28,2028-02-29', { days: ['2026-02-28', '2028-02-29'] }],
  ['sizes=3&sizes=1', { sizes: [3, 1] }],
  ['sort=status', { sort: ['status'] }],
];

const INVALID_LISTS: Invalid<string> = [
  ['ids=0x10', ['/ids/0 type']],
  ['ids=1&ids=&ids=two', ['/ids/1 type', '/ids/2 type']],
  ['ids=1,2', ['/ids/0 type']],
  ['ids=9223372036854775808&ids=-9223372036854775809', ['/ids/0 format', '/ids/1 format']],
  ['ids=1e1&ids=+5&ids=%205&ids=5.0', ['/ids/0 type', '/ids/1 type', '/ids/2 type', '/ids/3 type']],
  ['joinedIds=1,,2', ['/joinedIds/1 type']],
  ['joinedIds=1%2C2', ['/joinedIds/0 type']],
  ['joinedIds=1&joinedIds=2', ['/joinedIds duplicate']],
  ['status=sold&status=lost', ['/status/1 enum']],
  ['status=sold,pending', ['/status/0 enum']],
  ['status=sold&status=sold&status=sold&status=sold', ['/status max_items']],
  ['tags=%zz&tags=a&tags=%FF', ['/tags/0 malformed', '/tags/2 malformed']],
  ['flags=true,1,TRUE,yes', ['/flags/1 type', '/flags/2 type', '/flags/3 type']],
  [
    'prices=1e400&prices=0x10&prices=NaN&prices=.5',
    ['/prices/0 format', '/prices/1 type', '/prices/2 type', '/prices/3 type'],
  ],
  ['days=2026-02-30', ['/days/0 format']],
  ['sizes=4&sizes=1.0&sizes=9007199254740993', ['/sizes/1 type']],
  ['sizes=4&sizes=9007199254740993', ['/sizes/0 enum', '/sizes/1 enum']],
  ['sort=', ['/sort min_items']],
  ['sort=id,id', ['/sort unique_items']],
  ['sort=id,name,status,id', ['/sort max_items']],
  ['sort=id&tag=1', ['/tag unknown']],
  ['tags[]=a', ['/tags[] unknown']],
  ['ids[0]=1', ['/ids[0] unknown']],
];

/** Queries of echoValues. */
const VALUES: Valid<string> = [
  ['', {}],
  ['text=', { text: '' }],
  ['text=null', { text: 'null' }],
  ['text=true', { text: 'true' }],
  ['text=12', { text: '12' }],
  ['text=a,b;c:d/e?f@g', { text: 'a,b;c:d/e?f@g' }],
  ['text=a=b=', { text: 'a=b=' }],
  ['text={"a":1}', { text: '{"a":1}' }],
  ['text=%00%0A', { text: '\0\n' }],
  ['flag=true', { flag: true }],
  ['flag=false', { flag: false }],
  ['price=0', { price: 0 }],
  ['price=-0.5', { price: -0.5 }],
  ['price=1e3', { price: 1000 }],
  ['price=1.7976931348623157e308', { price: Number.MAX_VALUE }],
  ['price=5e-324', { price: 5e-324 }],
  ['price=0.1', { price: 0.1 }],
  ['count=-5', { count: -5 }],
  ['whole=9007199254740991', { whole: 9007199254740991 }],
  ['whole=-9007199254740991', { whole: -9007199254740991 }],
  ['id=9007199254740993', { id: 9007199254740993n }],
  ['id=9223372036854775807', { id: 9223372036854775807n }],
  ['positiveId=9223372036854775807', { positiveId: 9223372036854775807n }],
  ['narrowed=9007199254740993', { narrowed: 9007199254740993n }],
  ['day=2024-02-29', { day: '2024-02-29' }],
  ['since=2026-11-20T10:00:00Z', { since: '2026-11-20T10:00:00Z' }],
  ['since=2026-11-20T10:00:00.123-01:30', { since: '2026-11-20T10:00:00.123-01:30' }],
  ['since=2026-11-20T10:00:00%2B01:00', { since: '2026-11-20T10:00:00+01:00' }],
  ['since=2026-11-20T10%3A00%3A00Z', { since: '2026-11-20T10:00:00Z' }],
  ['size=3', { size: 3 }],
  ['untypedSize=20', { untypedSize: 20 }],
  ['only=yes-please', { only: 'yes-please' }],
  ['maybeText=', { maybeText: null }],
  ['maybeText', { maybeText: null }],
  ['maybeText=null', { maybeText: 'null' }],
  ['maybeId=', { maybeId: null }],
  ['maybeId=null', { maybeId: null }],
  ['maybeId=9007199254740993', { maybeId: 9007199254740993n }],
  ['maybeStatus=', { maybeStatus: null }],
  ['maybeStatus=sold', { maybeStatus: 'sold' }],
  ['maybeSize=', { maybeSize: null }],
  ['maybeSize=2', { maybeSize: 2 }],
  ['maybeFlag=null', { maybeFlag: null }],
  ['maybeFlag=false', { maybeFlag: false }],
  ['maybeRatio=', { maybeRatio: null }],
  ['page=2&verbose=true&maybeRatio=0', { page: 2, verbose: true, maybeRatio: 0 }],
];

/** The error of a query, as `code message`. */
const INVALID_VALUES: readonly (readonly [query: string, error: string])[] = [
  ['flag=', 'type must be true or false'],
  ['flag=1', 'type must be true or false'],
  ['flag=True', 'type must be true or false'],
  ['flag=true%20', 'type must be true or false'],
  ...[
    '0x10',
    'NaN',
    'Infinity',
    '1e400x',
    '%205',
    '+5',
    '%2B5',
    '05',
    '.5',
    '5.',
    '',
    '1_0',
    'null',
    '1,5',
  ].map((text): [string, string] => [
    `price=${text}`,
    'type must be a number as in JSON, such as -1.5',
  ]),
  ['price=1e400', 'format must be a number up to 1.79e308'],
  ['price=-1e400', 'format must be a number up to 1.79e308'],
  ['price=-1000001', 'minimum must be at least -1000000'],
  ['count=1.0', 'type must be an integer in decimal digits'],
  ['count=1001', 'maximum must be at most 1000'],
  ['count=99999999999999999999', 'maximum must be at most 1000'],
  ['count=-9007199254740992', 'format must be an integer from -(2^53 - 1) to 2^53 - 1'],
  ['whole=9007199254740992', 'format must be an integer from -(2^53 - 1) to 2^53 - 1'],
  ['whole=9007199254740993', 'format must be an integer from -(2^53 - 1) to 2^53 - 1'],
  ['id=9223372036854775808', 'format must be a 64-bit integer in decimal digits'],
  ['id=0x10', 'type must be a 64-bit integer in decimal digits'],
  ['positiveId=0', 'minimum must be at least 1'],
  ['positiveId=-9223372036854775808', 'minimum must be at least 1'],
  ['narrowed=4', 'minimum must be at least 5'],
  ['day=2026-02-30', 'format must have the format date'],
  ['day=20260228', 'format must have the format date'],
  ['since=2026-11-20', 'format must have the format date-time'],
  ['since=2026-11-20T10:00:00', 'format must have the format date-time'],
  ['since=2026-11-20T10:00:00+01:00', 'format must have the format date-time'], // a plus is a space
  ['since=2026-11-20T25:00:00Z', 'format must have the format date-time'],
  ['size=4', 'enum must be one of 1, 2, 3'],
  ['size=01x', 'type must be an integer in decimal digits'],
  ['untypedSize=30', 'enum must be one of 10, 20'],
  ['only=no', 'const must be the one allowed value'],
  ['maybeId=x', 'type must be a 64-bit integer in decimal digits'],
  ['maybeStatus=lost', 'enum must be one of available, pending, sold'],
  ['maybeFlag=maybe', 'type must be true or false'],
  ['flag=true&flag=true', 'duplicate is given more than once'],
  ['page=0', 'minimum must be at least 1'],
];

/** Lines of echoHeaders. */
const HEADERS: Valid<readonly string[]> = [
  [[], {}],
  [['X-Tenant: 9007199254740993'], { 'X-Tenant': 9007199254740993n }],
  [['x-tenant:  -9223372036854775808\t'], { 'X-Tenant': -9223372036854775808n }],
  [['X-FLAG: true'], { 'X-Flag': true }],
  [['X-Ratio: 2.5e-1'], { 'X-Ratio': 0.25 }],
  [['X-Since: 2026-11-20T10:00:00+01:00'], { 'X-Since': '2026-11-20T10:00:00+01:00' }],
  [['X-Status: sold'], { 'X-Status': 'sold' }],
  [['X-Ids: 1, 9007199254740993 ,3'], { 'X-Ids': [1, 9007199254740993n, 3] }],
  [['X-Ids: 1', 'X-Ids: 2,3'], { 'X-Ids': [1, 2, 3] }],
  [['X-Ids:'], { 'X-Ids': [] }],
  [['X-Tags: a b,%2C,"c"'], { 'X-Tags': ['a b', '%2C', '"c"'] }],
  [['X-Tags: a,,b'], { 'X-Tags': ['a', '', 'b'] }],
  [['X-Maybe:'], { 'X-Maybe': null }],
  [['X-Maybe: null'], { 'X-Maybe': null }],
  [['X-Maybe: 5'], { 'X-Maybe': 5 }],
  [['X-Level: 3', 'X-Sort: name, id'], { 'X-Level': 3, 'X-Sort': ['name', 'id'] }],
];

const INVALID_HEADERS: Invalid<readonly string[]> = [
  [['X-Tenant: 0x10'], ['/X-Tenant type']],
  [['X-Tenant: 9223372036854775808'], ['/X-Tenant format']],
  [['X-Tenant:'], ['/X-Tenant type']],
  [['X-Tenant: 1', 'X-Tenant: 1'], ['/X-Tenant duplicate']],
  [
    ['X-Flag: yes', 'x-status: lost'],
    ['/X-Flag type', '/X-Status enum'],
  ],
  [['X-Ratio: 1'], ['/X-Ratio exclusive_maximum']],
  [['X-Ratio: 1e400'], ['/X-Ratio format']],
  [['X-Since: yesterday'], ['/X-Since format']],
  [['X-Ids: 1,,2'], ['/X-Ids/1 type']],
  [['X-Ids: 1;2'], ['/X-Ids/0 type']],
  [['X-Tags: a,b', 'X-Tags: c,d'], ['/X-Tags max_items']],
  [['X-Maybe: 9007199254740993'], ['/X-Maybe format']],
  [['X-Level: 4'], ['/X-Level enum']],
];

const received = (part: 'query' | 'path' | 'headers', values: object) => ({
  json: { query: {}, path: {}, headers: {}, [part]: values },
});

export const PARAMETER_REQUESTS = {
  'lists in a query': [
    ...LISTS.map(
      ([query, values]): Row => [
        `GET /growth/lists?${query}`,
        undefined,
        200,
        received('query', { ...LIST_DEFAULTS, ...values }),
      ],
    ),
    ...INVALID_LISTS.map(
      ([query, errors]): Row => [`GET /growth/lists?${query}`, undefined, 400, { errors }],
    ),
  ],
  'booleans, numbers, dates, enums, null in a query': [
    ...VALUES.map(
      ([query, values]): Row => [
        `GET /growth/values?${query}`,
        undefined,
        200,
        received('query', { ...VALUE_DEFAULTS, ...values }),
      ],
    ),
    ...INVALID_VALUES.map(
      ([query, error]): Row => [
        `GET /growth/values?${query}`,
        undefined,
        400,
        { errors: [`/${query.split('=')[0]} ${error}`] },
      ],
    ),
  ],
  headers: [
    ...HEADERS.map(
      ([lines, values]): Row => [
        'GET /growth/headers',
        undefined,
        200,
        received('headers', { ...HEADER_DEFAULTS, ...values }),
        ...lines,
      ],
    ),
    ...INVALID_HEADERS.map(
      ([lines, errors]): Row => ['GET /growth/headers', undefined, 400, { errors }, ...lines],
    ),
  ],
  'one name in several places': [
    [
      'GET /growth/names?filter.name=a&%24top=5&a:b=c&%40id=7&x%2Dy%7Ez=8',
      undefined,
      200,
      received('query', { 'filter.name': 'a', $top: 5, 'a:b': 'c', '@id': 7, 'x-y~z': 8 }),
    ],
    [
      'GET /growth/names?x-y~z=x&__proto__=1&constructor=2&toString=3&filter[name]=4&filter%2Ename[]=5',
      undefined,
      400,
      {
        errors: [
          ...['/__proto__ unknown', '/constructor unknown', '/toString unknown'],
          ...['/filter[name] unknown', '/filter.name[] unknown', '/x-y~0z type'],
        ],
      },
    ],
    [
      'GET /growth/paths/9007199254740993/true/2/2026-02-28',
      undefined,
      200,
      received('path', { id: 9007199254740993n, flag: true, size: 2, day: '2026-02-28' }),
    ],
    [
      'GET /growth/paths/%2D1/false/1/2026%2D02-28',
      undefined,
      200,
      received('path', { id: -1, flag: false, size: 1, day: '2026-02-28' }),
    ],
    [
      'GET /growth/paths/1.5e1/at/2026-11-20T10:00:00Z',
      undefined,
      200,
      received('path', { price: 15, time: '2026-11-20T10:00:00Z' }),
    ],
    [
      'GET /growth/paths/0x10/1/3/2026-02-30',
      undefined,
      400,
      { errors: ['/id', '/flag', '/size', '/day'] },
    ],
    ['GET /growth/paths/1e400/at/now', undefined, 400, { errors: ['/price', '/time'] }],
    [
      'GET /growth/required',
      undefined,
      400,
      { errors: ['/ids required', '/joined required', '/X-Tenant required'] },
    ],
    [
      'GET /growth/required?ids=1&joined=',
      undefined,
      200,
      { json: { query: { ids: [1], joined: [] }, path: {}, headers: { 'X-Tenant': 1 } } },
      'X-Tenant: 1',
    ],
    [
      'POST /growth/headers',
      '{"name":5,"categoryId":1}',
      400,
      { errors: ['/X-Flag', '/X-Ids/0', '/name'] },
      'X-Flag: 1',
      'X-Ids: a',
    ],
    ['OPTIONS /growth/headers', undefined, 204, {}, 'X-Flag: x'],
    ['HEAD /growth/headers', undefined, 400, {}, 'X-Flag: x'],
    ['HEAD /growth/headers', undefined, 200, {}, 'X-Flag: true'],
    ['HEAD /growth/lists?ids=1&ids=2', undefined, 200, {}],
    ['HEAD /growth/lists?ids=x', undefined, 400, {}],
    [
      'PUT /growth/items/9007199254740993?name=q',
      '{"id":-9007199254740993,"name":"b"}',
      200,
      {
        json: {
          query: { name: 'q' },
          path: { id: 9007199254740993n },
          headers: {},
          body: { id: -9007199254740993n, name: 'b' },
        },
      },
    ],
    ['PUT /growth/items/1', '{}', 400, { errors: ['/id required'] }],
    ['PUT /growth/items/0x10', '{"id":"1"}', 400, { errors: ['/id type', '/id type'] }],
    [
      'PUT /growth/items/1/label?notify=true',
      '{"label":"a"}',
      200,
      {
        json: {
          query: { notify: true },
          path: { id: 1 },
          headers: { 'X-Tenant': 5 },
          body: { label: 'a' },
        },
      },
      'X-Tenant: 5',
    ],
    [
      'PUT /growth/items/1/label?label=a',
      '{"label":"","notify":true}',
      400,
      { errors: ['/X-Tenant required', '/label min_length', '/label unknown', '/notify unknown'] },
    ],
  ],
} satisfies Record<string, readonly Row[]>;
