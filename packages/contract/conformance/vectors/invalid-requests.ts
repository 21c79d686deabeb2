// Vectors of invalid requests: the place and the code of each validation error.
import { MAX_BODY_BYTES, MAX_DETAILS, MAX_KEY, MAX_LIMIT, MAX_NAME } from '../limits.js';
import type { Exchange, Vector, VectorRequest } from '../vector.js';

const JSON_TYPE = { 'Content-Type': 'application/json' };

const invalid = (request: VectorRequest, ...details: string[]): Exchange => ({
  request,
  reply: { status: 400, code: 'invalid_request', details },
});
const body = (text: string | Uint8Array<ArrayBuffer>, ...details: string[]): Exchange =>
  invalid({ method: 'POST', path: '/pets', headers: JSON_TYPE, body: text }, ...details);
const get = (path: string, ...details: string[]): Exchange => invalid({ path }, ...details);
const vector = (name: string, ...exchanges: Exchange[]): Vector => ({ name, exchanges });

export const invalidRequests: readonly Vector[] = [
  vector(
    'when required properties are missing, then each is named',
    body('{}', 'body /name required', 'body /categoryId required'),
  ),
  vector(
    'when a property is not in the contract, then it is named',
    body('{"id":1,"name":"a","categoryId":1}', 'body /id unknown'),
    body('{"name":"a","categoryId":1,"a/b~c":0}', 'body /a~1b~0c unknown'),
  ),
  vector(
    'when values have other types, then each is named',
    body('{"name":1,"categoryId":"1"}', 'body /name type', 'body /categoryId type'),
    body('{"name":null,"categoryId":1.5}', 'body /name type', 'body /categoryId type'),
    body('{"name":"a","categoryId":1,"status":null}', 'body /status type'),
  ),
  vector(
    'when a name breaks its bounds, then the code tells which',
    body('{"name":"","categoryId":1}', 'body /name min_length'),
    body(`{"name":"${'a'.repeat(MAX_NAME + 1)}","categoryId":1}`, 'body /name max_length'),
    body('{"name":"a\\u0000b","categoryId":1}', 'body /name pattern'),
    body('{"name":"a\\u0085b","categoryId":1}', 'body /name pattern'),
  ),
  vector(
    'when a status is not in the contract, then the request is refused',
    body('{"name":"a","categoryId":1,"status":"lost"}', 'body /status enum'),
    get('/pets?status=lost', 'query /status enum'),
    get('/pets?status=', 'query /status enum'),
  ),
  vector(
    'when an integer has more than 64 bits, then the request is refused',
    body('{"name":"a","categoryId":9223372036854775808}', 'body /categoryId format'),
    body('{"name":"a","categoryId":-9223372036854775809}', 'body /categoryId format'),
    body('{"name":"a","categoryId":1e400}', 'body /categoryId format'),
    get('/pets/9223372036854775808', 'path /petId format'),
  ),
  vector(
    'when a path parameter is no integer in decimal digits, then the request is refused',
    ...['abc', '0x10', '1e1', '+5', '5.0', '%205', '1_000'].map((id) =>
      get(`/pets/${id}`, 'path /petId type'),
    ),
  ),
  vector(
    'when a limit is outside its bounds, then the request is refused',
    get('/pets?limit=0', 'query /limit minimum'),
    get(`/pets?limit=${MAX_LIMIT + 1}`, 'query /limit maximum'),
    get('/store/orders?limit=-1', 'query /limit minimum'),
  ),
  vector(
    'when a limit is no integer in decimal digits, then the request is refused',
    ...['', 'ten', '1e1', '5.0', '%2B5', '+5', '0x1'].map((limit) =>
      get(`/pets?limit=${limit}`, 'query /limit type'),
    ),
  ),
  vector(
    'when a query parameter is not in the contract, then it is named',
    get('/pets?Limit=1&no_name=1', 'query /Limit unknown', 'query /no_name unknown'),
    get('/pets/1?limit=1', 'query /limit unknown'),
  ),
  vector(
    'when a query parameter is sent twice, then the request is refused',
    get('/pets?limit=1&limit=1', 'query /limit duplicate'),
  ),
  vector(
    'when percent-encoding is malformed, then the part of the request is named',
    get('/pets?status=%zz', 'query /status malformed'),
    get('/pets/%zz', 'path /petId malformed'),
  ),
  vector(
    'when a body is not JSON, then the request is refused',
    ...['{', '{"name":}', 'name', "{'name':'a'}", '{"a":1,}', ' '].map((text) =>
      body(text, 'body  malformed'),
    ),
  ),
  vector(
    'when a body is not UTF-8, then the request is refused',
    body(new Uint8Array([0x22, 0xff, 0x22]), 'body  malformed'),
  ),
  vector(
    'when a body is JSON but no object, then the request is refused',
    ...['[]', 'null', '"a"', '1'].map((text) => body(text, 'body  type')),
  ),
  vector(
    'when a name occurs twice in a body, then it is named',
    body('{"name":"a","name":"b","categoryId":1}', 'body /name duplicate'),
  ),
  vector(
    'when a text has a lone surrogate, then the request is refused',
    body('{"name":"\\ud800","categoryId":1}', 'body /name malformed'),
  ),
  vector(
    'when a body is nested too deeply, then the request is refused',
    body(`${'['.repeat(40)}${']'.repeat(40)}`, `body ${'/0'.repeat(32)} max_depth`),
  ),
  vector(
    'when a body has more errors than a reply lists, then the list is cut off',
    body(
      `{${Array.from({ length: MAX_DETAILS + 5 }, (_, index) => `"p${index}":0`).join()},"name":"a","categoryId":1}`,
      ...Array.from({ length: MAX_DETAILS }, (_, index) => `body /p${index} unknown`),
    ),
  ),
  vector(
    'when parameters and the body are invalid, then the parameters are named first',
    invalid(
      { method: 'POST', path: '/pets?x=1', json: { name: '', categoryId: 1 } },
      'query /x unknown',
      'body /name min_length',
    ),
  ),
  vector(
    'when an idempotency key is too long, then the request is refused',
    invalid(
      {
        method: 'POST',
        path: '/pets',
        headers: { 'Idempotency-Key': 'k'.repeat(MAX_KEY + 1) },
        json: { name: 'a', categoryId: 1 },
      },
      'header /Idempotency-Key max_length',
    ),
  ),
  vector(
    'when an idempotency key is empty, then the request is refused',
    invalid(
      {
        method: 'POST',
        path: '/pets',
        headers: { 'Idempotency-Key': '' },
        json: { name: 'a', categoryId: 1 },
      },
      'header /Idempotency-Key min_length',
    ),
  ),
  vector('when a body has a media type and no content, then the request is refused', {
    request: { method: 'POST', path: '/pets', headers: JSON_TYPE, body: '' },
    reply: { status: 400, code: 'invalid_request' },
  }),
  vector('when a request of a deprecated operation is invalid, then it has its headers', {
    request: { path: '/pets/abc' },
    reply: { status: 400, headers: { deprecation: /^@\d+$/, sunset: / GMT$/ } },
  }),
  vector('when a body has the maximum size, then it is validated', {
    request: {
      method: 'POST',
      path: '/pets',
      headers: JSON_TYPE,
      body: '{"name":"a","categoryId":1}'.padEnd(MAX_BODY_BYTES),
    },
    reply: { status: 201 },
  }),
];
