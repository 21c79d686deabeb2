// Vectors of invalid requests: the place and the code of each validation error.
import {
  DEPRECATION,
  MAX_BODY_BYTES,
  MAX_DETAILS,
  MAX_KEY,
  MAX_LIMIT,
  MAX_NAME,
  MAX_POINTER,
  MIN_LIMIT,
  STATUSES,
} from '../limits.js';
import { type Exchange, type Vector, type VectorRequest, vector } from '../vector.js';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const POST = { method: 'POST', path: '/pets' };

const invalid = (request: VectorRequest, ...details: string[]): Exchange => ({
  request,
  reply: { status: 400, code: 'invalid_request', details },
});
const body = (text: string | Uint8Array<ArrayBuffer>, ...details: string[]): Exchange =>
  invalid({ ...POST, headers: JSON_TYPE, body: text }, ...details);
/** Twice, since the server keeps what it found out about a URL. */
const get = (path: string, ...details: string[]): Exchange => ({
  ...invalid({ path }, ...details),
  times: 2,
});
const withName = (json: string, ...details: string[]) =>
  body(`{"name":${json},"categoryId":1}`, ...details);
const withCategory = (json: string, ...details: string[]) =>
  body(`{"name":"a","categoryId":${json}}`, ...details);
const withStatus = (json: string, ...details: string[]) =>
  body(`{"name":"a","categoryId":1,"status":${json}}`, ...details);
const empty: Exchange = { request: { path: '/pets' }, reply: { status: 200, text: '[]' } };

const PET = '"name":"a","categoryId":1';
const LISTINGS = ['/pets', '/store/orders'];
const LONG = '9'.repeat(1000);
/** Some of which lenient parsers accept. The last digits are Arabic and wide. */
const NOT_INTEGERS = [
  ...['abc', '0x10', '0b1', '0o7', '1e0', '1e1', '1E1', '+5', '%2B5', '+', '%205', '5%20', '5.0'],
  ...['5.', '.5', '5,0', '5_0', '1_000', '5n', '--5', '-', '%2D', '5%00', '5%0A', '5;', '[5]'],
  ...['NaN', 'Infinity', 'null', 'true', '%D9%A3', '%EF%BC%95'],
];
const MALFORMED_ENCODINGS = [
  ...['%', '%z', '%zz', '%2', '5%', '%E0%A4', '%FF', '%C0%AF', '%ED%A0%80', '%u0035'],
];
/** Of which an even number of double quotes would make JSON. */
const NOT_JSON = [
  ...['{', '{"name":}', 'name', "{'name':'a'}", '{"a":1,}', ' ', ' \r\n', `{${PET}`, '{"name":"Ha'],
  ...[`{${PET}}}`, `{${PET}}{${PET}}`, `{${PET}}\n{${PET}}`, '{"name":"a" "categoryId":1}'],
  ...['{"name" "a","categoryId":1}', `{name:"a"}`, `{${PET}}// comment`, `{${PET}/**/}`],
  ...['NaN', '-Infinity', 'undefined', 'True', '0x1', '01', '+1', '.5', '1.', '1_000', '1n'].map(
    (number) => `{"name":"a","categoryId":${number}}`,
  ),
  ...['\n', '\t', '\0', '\\x41', '\\u00'].map((text) => `{"name":"a${text}b","categoryId":1}`),
  ...[`{${PET}}\0`, `\u00a0{${PET}}`, `\ufeff{${PET}}`, 'name=a&categoryId=1', 'name: a\n'],
  ...['<pet><name>a</name></pet>', `)]}',\n{${PET}}`, '['.repeat(8000), `${'{"a":'.repeat(2700)}`],
];
const NOT_UTF8 = [
  ...[[0xe9], [0xff], [0xe2, 0x82], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80]],
  [0x1f, 0x8b],
];
/** Each would be an integer if it was rounded to a number of 64 bits. */
const ROUNDED = [
  ...['1e20', '-1e20', '1e400', '-1e400', '9007199254740993.0', '9007199254740993e0'],
  ...['9223372036854775807.0', '9223372036854775807.5', '9007199254740991.2', '1e-400'],
  ...['4503599627370497.000000001', '1.00000000000000000001', '0.99999999999999999999'],
  ...['-1.00000000000000000001', '10000000000000000000001e-22', LONG, `0.${'0'.repeat(1000)}1`],
];
const CONTROLS = ['\0', '\t', '\n', '\r', '\u001b', '\u007f', '\u0080', '\u0085', '\u009f'];
const LONE_SURROGATES = ['d800', 'dbff', 'dc00', 'dfff', 'dc00b', 'de00\\ud83d'];
const arrays = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const many = (item: (index: number) => string, separator = ',') =>
  Array.from({ length: 100 }, (_, index) => item(index)).join(separator);
const listed = (item: (index: number) => string, from = 0) =>
  Array.from({ length: MAX_DETAILS - from }, (_, index) => item(index));

export const invalidRequests: readonly Vector[] = [
  vector(
    'when required properties are missing, then each is named',
    body('{}', 'body /name required', 'body /categoryId required'),
  ),
  vector(
    'when JSON is sent to an operation without a body, then the body is named',
    ...['{}', '{"name":"a"}', '[]', 'null'].map((text) =>
      invalid({ path: '/pets', headers: JSON_TYPE, body: text }, 'body  unknown'),
    ),
    invalid(
      { path: '/pets?limit=0', headers: JSON_TYPE, body: '{}' },
      'query /limit minimum',
      'body  unknown',
    ),
    { ...empty, request: { path: '/pets', headers: JSON_TYPE, body: '' } },
  ),
  vector(
    'when a property is not in the contract, then it is named',
    ...['1', 'null'].map((id) => body(`{"id":${id},${PET}}`, 'body /id unknown')),
    body(
      '{"Name":"a","categoryId":1}',
      'body /name required is required',
      'body /Name unknown is not a known property',
    ),
    ...[
      ...[' /', '/ /~1', 'a/b~c /a~1b~0c', '~1 /~01', '😀 /😀', 'name/first /name~1first'],
      `${'a'.repeat(5000)} /${'a'.repeat(MAX_POINTER - 2)}…`,
    ].map((pair) => {
      const [name, path] = pair.split(' ');
      return body(`{"${name}":1,${PET}}`, `body ${path} unknown`);
    }),
    empty,
  ),
  vector(
    'when a property has a name of Object.prototype, then it is unknown like any other',
    ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then'].flatMap(
      (name) =>
        ['1', 'null', '{"status":"sold"}', '{"prototype":{"status":"sold"}}'].map((value) =>
          body(`{"${name}":${value},${PET}}`, `body /${name} unknown`),
        ),
    ),
    body(
      `{"__proto__":{${PET}}}`,
      'body /name required',
      'body /categoryId required',
      'body /__proto__ unknown',
    ),
    empty,
  ),
  vector(
    'when values have other types, then each is named',
    body('{"name":1,"categoryId":"1"}', 'body /name type', 'body /categoryId type'),
    body('{"name":null,"categoryId":1.5}', 'body /name type', 'body /categoryId type'),
    ...['5', '["a"]', '{"first":"a"}'].map((name) => withName(name, 'body /name type')),
    ...['null', '"1"', 'true'].map((id) => withCategory(id, 'body /categoryId type')),
    ...['null', '["sold"]'].map((status) => withStatus(status, 'body /status type')),
    empty,
  ),
  vector(
    'when every property has an error, then each is named',
    body(
      '{"name":"","name":"","categoryId":9223372036854775808,"status":"lost","id":1,"a/b~":2}',
      'body /name duplicate is given more than once',
      'body /id unknown is not a known property',
      'body /a~1b~0 unknown is not a known property',
      `body /status enum must be one of ${STATUSES.join(', ')}`,
      'body /categoryId format must be a 64-bit integer in decimal digits',
    ),
    empty,
  ),
  vector(
    'when a name breaks its bounds, then the code tells which',
    withName('""', 'body /name min_length'),
    withName(`"${'😀'.repeat(MAX_NAME + 1)}"`, 'body /name max_length'),
    ...CONTROLS.flatMap((control) =>
      ['', 'a'].map((before) =>
        withName(JSON.stringify(`${before}${control}b`), 'body /name pattern'),
      ),
    ),
    withName('"Hambone\\n"', 'body /name pattern'),
    empty,
  ),
  vector(
    'when a status is not in the contract, then the request is refused',
    ...['""', '"SOLD"', '"lost"', '"sold "'].map((status) =>
      withStatus(status, 'body /status enum'),
    ),
    ...['', 'Sold', 'SOLD', 'sold%20', 'sold,pending', 'lost', 'null', 'undefined', '%00'].map(
      (status) => get(`/pets?status=${status}`, 'query /status enum'),
    ),
  ),
  vector(
    'when an integer has more than 64 bits, then the request is refused',
    ...['9223372036854775808', '-9223372036854775809', LONG].flatMap((id) => [
      withCategory(id, 'body /categoryId format'),
      ...[id, id.replace(/(?=9)/, '0'.repeat(40))].map((text) =>
        get(`/pets/${text}`, 'path /petId format must be a 64-bit integer in decimal digits'),
      ),
    ]),
  ),
  vector(
    'when a number is no exact integer, then the request is refused instead of rounding it',
    ...ROUNDED.map((number) => withCategory(number, 'body /categoryId format')),
    ...['1.5', '0.5'].map((number) => withCategory(number, 'body /categoryId type')),
    empty,
  ),
  vector(
    'when a path parameter is no integer in decimal digits, then the request is refused',
    ...[...NOT_INTEGERS, '1%2F2'].map((id) =>
      get(`/pets/${id}`, 'path /petId type must be a 64-bit integer in decimal digits'),
    ),
  ),
  vector(
    'when a limit is outside its bounds, then the request is refused',
    ...LISTINGS.flatMap((path) => [
      ...[`${MIN_LIMIT - 1}`, '-0', '-1', '-9223372036854775809', `-${LONG}`].map((limit) =>
        get(`${path}?limit=${limit}`, `query /limit minimum must be at least ${MIN_LIMIT}`),
      ),
      ...[`${MAX_LIMIT + 1}`, '9007199254740993', '9223372036854775808', LONG].map((limit) =>
        get(`${path}?limit=${limit}`, `query /limit maximum must be at most ${MAX_LIMIT}`),
      ),
    ]),
  ),
  vector(
    'when a limit is no integer in decimal digits, then the request is refused',
    ...['?limit', ...['', ...NOT_INTEGERS].map((text) => `?limit=${text}`)].flatMap((query) =>
      LISTINGS.map((path) =>
        get(`${path}${query}`, 'query /limit type must be an integer in decimal digits'),
      ),
    ),
  ),
  vector(
    'when a query parameter is not in the contract, then it is named',
    get('/pets?Limit=1&no_name=1', 'query /Limit unknown', 'query /no_name unknown'),
    get('/pets/1?limit=1', 'query /limit unknown'),
    get('/pets/one?limit=1', 'query /limit unknown', 'path /petId type'),
    ...[
      ...['offset=1 /offset', 'limits=5 /limits', 'a~b/c=1 /a~0b~1c', '=1 /', '?limit=1 /?limit'],
      ...['__proto__=1 /__proto__', 'constructor=1 /constructor', 'id=1 /id', '%20=5 / ', '+=5 / '],
      ...['limit[] /limit[]', 'limit[a] /limit[a]', 'limit[0] /limit[0]', 'limit%5B%5D=1 /limit[]'],
      ...['status[$ne] /status[$ne]', `${LONG} /${LONG.slice(0, MAX_POINTER - 2)}…`],
    ].flatMap((pair) => {
      const at = pair.indexOf(' ');
      const [query, path] = [pair.slice(0, at), pair.slice(at + 1)];
      return LISTINGS.map((listing) => get(`${listing}?${query}`, `query ${path} unknown`));
    }),
    ...['status=sold', 'petId=7'].map((query) =>
      get(`/store/orders?${query}`, `query /${query.split('=')[0]} unknown`),
    ),
  ),
  vector(
    'when a query parameter is sent twice, then the request is refused',
    ...[
      ...['limit=1&limit=2', 'limit=1&limit=1', 'limit=1&limit=1&limit=1', 'limit=1&%6Cimit=1'],
      ...['limit=&limit=1', 'limit&limit=1', 'status=sold&status=sold', 'cursor=a&cursor=b'],
      ...['status=sold&limit=1&status=available', 'status=sold&statu%73=sold'],
    ].map((query) =>
      get(`/pets?${query}`, `query /${query.split(/[=&]/)[0]} duplicate is given more than once`),
    ),
  ),
  vector(
    'when several parameters are invalid, then each is named',
    get(
      '/pets?limit=0&status=lost&offset=3&cursor=',
      'query /offset unknown is not a parameter of this operation',
      'query /limit minimum',
      'query /status enum',
      'query /cursor min_length',
    ),
  ),
  vector(
    'when an operation has other parameters than the previous request, then each is validated',
    { request: { ...POST, json: { name: 'a', categoryId: 1 } }, reply: { status: 201 } },
    ...Object.entries({ 1: 200, 2: 404, x: 400, '%31': 200, '1%2F': 400, '%ZZ': 400, '0x1': 400 })
      .flatMap((row) => [row, row, ['1', 200] as const])
      .map(([id, status]) => ({ request: { path: `/pets/${id}` }, reply: { status } })),
  ),
  vector(
    'when percent-encoding is malformed, then the part of the request is named',
    ...MALFORMED_ENCODINGS.flatMap((text) => [
      ...['limit', 'status', 'cursor'].map((name) =>
        get(`/pets?${name}=${text}`, `query /${name} malformed is not valid percent-encoding`),
      ),
      get(`/pets/${text}`, 'path /petId malformed is not valid percent-encoding'),
    ]),
    get('/pets?%zz=1', 'query /%zz unknown'),
  ),
  vector(
    'when a body is not JSON, then the request is refused',
    ...NOT_JSON.map((text) => body(text, 'body  malformed is not valid JSON')),
    empty,
  ),
  vector(
    'when a body is not UTF-8, then the request is refused',
    ...NOT_UTF8.map((bytes) =>
      body(new Uint8Array([0x22, ...bytes, 0x22]), 'body  malformed is not valid UTF-8'),
    ),
    body(
      new Uint8Array([...`{${PET}}`].flatMap((letter) => [letter.charCodeAt(0), 0])),
      'body  malformed',
    ),
  ),
  vector(
    'when a body is JSON but no object, then the request is refused',
    ...['[]', `[{${PET}}]`, 'null', 'true', '"a"', '""', '0', '9007199254740993'].map((text) =>
      body(text, 'body  type must be of type object'),
    ),
    empty,
  ),
  vector(
    'when a name occurs twice in a body, then it is named',
    ...[
      ...[`{${PET},"name":"b"}`, `{"name":"a",${PET}}`, `{"name":"a","name":"b",${PET}}`],
      ...[`{"na\\u006de":"a",${PET}}`, `{${PET},"name":7}`, `{"name":7,${PET}}`],
      ...[`{"name":[${2n ** 60n}],${PET}}`, `{"name":{"__proto__":{"at":${2n ** 60n}}},${PET}}`],
    ].map((text) => body(text, 'body /name duplicate is given more than once')),
    body(`{${PET},${PET}}`, 'body /name duplicate', 'body /categoryId duplicate'),
    body(`{"__proto__":1,"__proto__":1,${PET}}`, 'body /__proto__ duplicate'),
    withName('{"first":"a","first":"b"}', 'body /name/first duplicate', 'body /name type'),
    empty,
  ),
  vector(
    'when a text has a lone surrogate, then the request is refused',
    ...LONE_SURROGATES.map((text) => withName(`"a\\u${text}"`, 'body /name malformed')),
    body(`{"\\ud800":1,${PET}}`, 'body /\ufffd malformed'),
    empty,
  ),
  vector(
    'when a body is nested too deeply, then the request is refused',
    ...[33, 34, 1000, 8000].map((levels) =>
      body(arrays(levels), `body ${'/0'.repeat(32)} max_depth is nested deeper than 32 levels`),
    ),
    withName(objects(31), 'body /name type'),
    ...[32, 2700].map((levels) =>
      withName(objects(levels), `body /name${'/a'.repeat(31)} max_depth`),
    ),
  ),
  vector(
    'when a body has more errors than a reply lists, then the list is cut off',
    body(
      `{${many((index) => `"p${index}":0`)},${PET}}`,
      ...listed((index) => `body /p${index} unknown`),
    ),
    withName(`[${many(() => '1e400')}]`, ...listed((index) => `body /name/${index} format`)),
    body(
      `{${many((index) => `"k${index}":1,"k${index}":1`)},${PET}}`,
      ...listed((index) => `body /k${index} duplicate`),
    ),
    invalid(
      { method: 'POST', path: `/pets?${many((index) => `q${index}`, '&')}`, json: {} },
      ...listed((index) => `query /q${index} unknown`),
    ),
    invalid(
      {
        method: 'POST',
        path: '/pets?a&b',
        headers: JSON_TYPE,
        body: `{"x":1e400,${many((index) => `"p${index}":1`)},${PET}}`,
      },
      'body /x format',
      'query /a unknown',
      'query /b unknown',
      ...listed((index) => `body /p${index} unknown`, 4),
    ),
  ),
  vector(
    'when parameters and the body are invalid, then the parameters are named first',
    invalid(
      { method: 'POST', path: '/pets?x=1', json: { name: '', categoryId: 1 } },
      'query /x unknown',
      'body /name min_length',
    ),
    empty,
  ),
  vector(
    'when an idempotency key is too long or empty, then the request is refused',
    ...[
      ['k'.repeat(MAX_KEY + 1), 'max_length'],
      [`"${'k'.repeat(MAX_KEY + 1)}"`, 'max_length'],
      ['', 'min_length'],
      ['""', 'min_length'],
    ].map(([key = '', code]) =>
      invalid(
        { ...POST, headers: { 'Idempotency-Key': key }, json: { name: 'a', categoryId: 1 } },
        `header /Idempotency-Key ${code}`,
      ),
    ),
  ),
  vector(
    'when a body has a media type and no content, then the request is refused',
    body('', 'body  required is required'),
  ),
  vector('when a request of a deprecated operation is invalid, then it has its headers', {
    request: { path: '/pets/abc' },
    reply: { status: 400, headers: DEPRECATION },
  }),
  vector(
    'when a body has the maximum size in bytes, then it is accepted, and with one more it is not',
    ...['a', 'é'.repeat(MAX_NAME)].flatMap((name) =>
      [MAX_BODY_BYTES - 1, MAX_BODY_BYTES, MAX_BODY_BYTES + 1].map((bytes) => ({
        request: {
          ...POST,
          headers: JSON_TYPE,
          body: `{"name":"${name}","categoryId":1}`.padEnd(bytes - (name === 'a' ? 0 : MAX_NAME)),
        },
        reply: { status: bytes > MAX_BODY_BYTES ? 413 : 201 },
      })),
    ),
  ),
];
