// Vectors of invalid parameters: the place and the code of each validation error.
import { DEPRECATION, MAX_KEY, MAX_LIMIT, MAX_POINTER, MIN_LIMIT } from '../limits.js';
import { invalid, invalidGet, LISTINGS, LONG, POST } from '../requests.js';
import { type Vector, vector } from '../vector.js';

/** Some of which lenient parsers accept. The last digits are Arabic and wide. */
const NOT_INTEGERS = [
  ...['abc', '0x10', '0b1', '0o7', '1e0', '1e1', '1E1', '+5', '%2B5', '+', '%205', '5%20', '5.0'],
  ...['5.', '.5', '5,0', '5_0', '1_000', '5n', '--5', '-', '%2D', '5%00', '5%0A', '5;', '[5]'],
  ...['NaN', 'Infinity', 'null', 'true', '%D9%A3', '%EF%BC%95'],
];
const MALFORMED_ENCODINGS = [
  ...['%', '%z', '%zz', '%2', '5%', '%E0%A4', '%FF', '%C0%AF', '%ED%A0%80', '%u0035'],
];

export const invalidParameters: readonly Vector[] = [
  vector(
    'when a path parameter is no integer in decimal digits, then the request is refused',
    ...[...NOT_INTEGERS, '1%2F2'].map((id) =>
      invalidGet(`/pets/${id}`, 'path /petId type must be a 64-bit integer in decimal digits'),
    ),
  ),
  vector(
    'when a limit is outside its bounds, then the request is refused',
    ...LISTINGS.flatMap((path) => [
      ...[`${MIN_LIMIT - 1}`, '-0', '-1', '-9223372036854775809', `-${LONG}`].map((limit) =>
        invalidGet(`${path}?limit=${limit}`, `query /limit minimum must be at least ${MIN_LIMIT}`),
      ),
      ...[`${MAX_LIMIT + 1}`, '9007199254740993', '9223372036854775808', LONG].map((limit) =>
        invalidGet(`${path}?limit=${limit}`, `query /limit maximum must be at most ${MAX_LIMIT}`),
      ),
    ]),
  ),
  vector(
    'when a limit is no integer in decimal digits, then the request is refused',
    ...['?limit', ...['', ...NOT_INTEGERS].map((text) => `?limit=${text}`)].flatMap((query) =>
      LISTINGS.map((path) =>
        invalidGet(`${path}${query}`, 'query /limit type must be an integer in decimal digits'),
      ),
    ),
  ),
  vector(
    'when a query parameter is not in the contract, then it is named',
    invalidGet('/pets?Limit=1&no_name=1', 'query /Limit unknown', 'query /no_name unknown'),
    invalidGet('/pets/1?limit=1', 'query /limit unknown'),
    invalidGet('/pets/one?limit=1', 'query /limit unknown', 'path /petId type'),
    ...[
      ...['offset=1 /offset', 'limits=5 /limits', 'a~b/c=1 /a~0b~1c', '=1 /', '?limit=1 /?limit'],
      ...['__proto__=1 /__proto__', 'constructor=1 /constructor', 'id=1 /id', '%20=5 / ', '+=5 / '],
      ...['limit[] /limit[]', 'limit[a] /limit[a]', 'limit[0] /limit[0]', 'limit%5B%5D=1 /limit[]'],
      ...['status[$ne] /status[$ne]', `${LONG} /${LONG.slice(0, MAX_POINTER - 2)}…`],
    ].flatMap((pair) => {
      const at = pair.indexOf(' ');
      const [query, path] = [pair.slice(0, at), pair.slice(at + 1)];
      return LISTINGS.map((listing) => invalidGet(`${listing}?${query}`, `query ${path} unknown`));
    }),
    ...['status=sold', 'petId=7'].map((query) =>
      invalidGet(`/store/orders?${query}`, `query /${query.split('=')[0]} unknown`),
    ),
  ),
  vector(
    'when a query parameter is sent twice, then the request is refused',
    ...[
      ...['limit=1&limit=2', 'limit=1&limit=1', 'limit=1&limit=1&limit=1', 'limit=1&%6Cimit=1'],
      ...['limit=&limit=1', 'limit&limit=1', 'status=sold&status=sold', 'cursor=a&cursor=b'],
      ...['status=sold&limit=1&status=available', 'status=sold&statu%73=sold'],
    ].map((query) =>
      invalidGet(
        `/pets?${query}`,
        `query /${query.split(/[=&]/)[0]} duplicate is given more than once`,
      ),
    ),
  ),
  vector(
    'when several parameters are invalid, then each is named',
    invalidGet(
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
        invalidGet(
          `/pets?${name}=${text}`,
          `query /${name} malformed is not valid percent-encoding`,
        ),
      ),
      invalidGet(`/pets/${text}`, 'path /petId malformed is not valid percent-encoding'),
    ]),
    invalidGet('/pets?%zz=1', 'query /%zz unknown'),
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
  vector('when a request of a deprecated operation is invalid, then it has its headers', {
    request: { path: '/pets/abc' },
    reply: { status: 400, headers: DEPRECATION },
  }),
];
