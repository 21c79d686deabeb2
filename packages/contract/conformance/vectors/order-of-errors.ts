// Vectors of routes and media types, and of the order in which their errors win.
import {
  allowOf,
  DEPRECATION,
  isDeclared,
  undeclaredMethodOf,
  undeclaredMethodsOf,
} from '../limits.js';
import { NOTHING_STORED, TOO_LARGE } from '../requests.js';
import { all, type Vector, type VectorRequest, vector } from '../vector.js';

const QUOTA = {
  'x-ratelimit-limit': /^\d+$/,
  'x-ratelimit-remaining': /^\d+$/,
  'x-ratelimit-reset': /^\d+$/,
  'ratelimit-policy': /^"minute";q=\d+;w=60, "day";q=\d+;w=86400$/,
  ratelimit: /^"minute";r=\d+;t=\d+, "day";r=\d+;t=\d+$/,
};
const VALID = '{"name":"a","categoryId":1}';

const post = (
  contentType: string | undefined,
  body: string,
  extra: object = {},
): VectorRequest => ({
  method: 'POST',
  path: '/pets',
  // fetch gives a text without a media type one of its own
  headers: { 'Content-Type': contentType ?? '', ...extra },
  body,
});
const encoded = (encoding: string, body = VALID) =>
  post('application/json', body, { 'Content-Encoding': encoding });

/** @param wanted The id of the reply to a request with this one. */
function withRequestId(
  name: string,
  wanted: (id: string) => string | RegExp,
  ids: readonly string[],
): Vector {
  const exchanges = ids.map((id) => ({
    request: { path: '/nope', headers: { 'X-Request-Id': id } },
    reply: { status: 404, headers: { 'x-request-id': wanted(id) } },
  }));
  return vector(name, ...exchanges);
}

/** What can be wrong with a request for `POST /pets`, in order of precedence. Each fault changes one part of the request. */
const FAULTS: readonly (readonly [name: string, status: number, change: Partial<Parts>])[] = [
  ['an unknown path', 404, { path: '/nope' }],
  ['a wrong method', 405, { method: undeclaredMethodOf('/pets') }],
  ['a key that is read-only', 403, { key: 'publishable' }],
  ['a body that is too large', 413, { body: TOO_LARGE }],
  ['another media type', 415, { type: 'text/plain' }],
  ['an invalid query', 400, { query: '?x=1' }],
  ['a body that is not JSON', 400, { body: '{' }],
  ['a body that is not UTF-8', 400, { body: new Uint8Array([0xff]) }],
  ['a body that is invalid', 400, { body: '{"name":1,"name":2}' }],
];
interface Parts {
  path: string;
  method: string;
  key: NonNullable<VectorRequest['key']>;
  type: string;
  query: string;
  body: NonNullable<VectorRequest['body']>;
}
function faulty(...changes: readonly Partial<Parts>[]): VectorRequest {
  const valid = { path: '/pets', method: 'POST', type: 'application/json', query: '', body: VALID };
  const { path, query, type, ...request } = Object.assign({}, valid, ...changes);
  return { ...request, path: `${path}${query}`, headers: { 'Content-Type': type } };
}
/** The request has this fault and each of those that it wins over. */
const precedence = FAULTS.map(([name, status, change], index) =>
  all(
    `when a request has ${name}, then that is its error, before any later one`,
    { status },
    faulty(change),
    ...FAULTS.slice(index + 1).map(([, , other]) => faulty(other, change)),
  ),
);
const PATHS = [
  ['/pets', '/pets'],
  ['/pets/{petId}', '/pets/1'],
  ['/pets/{petId}', '/pets/x'],
  ['/pets/{petId}', '/pets/1?limit=x'],
  ['/store/orders', '/store/orders'],
] as const;
const UNKNOWN = [
  ...['', '/', '?limit=5', '//', '//pets', '/pets/', '/pets//', '/pets//1', '/pets/1/'],
  ...['/pets/1/2', '/nope', '/%zz', '/%FF', '/__proto__', '/constructor'],
  ...['/Pets', '/PETS/1', '/pet', '/petsy', '/pets.json', '/pets;v=1', '/pets%20', '/pets%00'],
  ...['/%70ets', '/pets%2F1', '/pets%3Flimit=5', '/healthz', '/store/orders/', '/*', '/{petId}'],
].filter((path) => !isDeclared(path));
const NOT_JSON_TYPES = [
  ...['', 'text/plain', 'text/json', 'json', 'application/xml', 'application/jsonp', '*/*'],
  ...['application/json5', 'application/vnd.api+json', 'application/merge-patch+json'],
  ...['application/problem+json', 'application/jsonx', 'application/octet-stream'],
  ...['application/x-www-form-urlencoded', 'multipart/form-data', 'application/*'],
  ...['multipart/form-data; boundary=b', 'application/json, text/plain', 'application / json'],
  ...['text/plain, application/json', 'application/json, application/json'],
  ...['application/json;charset=latin1', 'application/json; charset=utf-16'],
  ...['application/json; charset=', 'application/json; version=1'],
  'application/json; charset=utf-8; version=1',
  `application/json; charset=${'a'.repeat(5000)}`,
];
const ENCODINGS = [
  ...['gzip', 'x-gzip', 'deflate', 'br', 'GZIP', 'identity, gzip', 'gzip, gzip', 'zstd', ''],
];

export const orderOfErrors: readonly Vector[] = [
  vector(
    'when a write is refused, then nothing is stored',
    { request: post('application/json', VALID.padEnd(1_000_000)), reply: { status: 413 } },
    { request: post('text/plain', VALID), reply: { status: 415 } },
    { request: faulty({ query: '?x=1' }), reply: { status: 400 } },
    NOTHING_STORED,
  ),
  {
    name: 'when the quota is used up, then 429 wins over every other error but 401',
    quota: { perMinute: 1, perDay: 1000 },
    exchanges: [
      { request: { path: '/pets' }, reply: { status: 200 } },
      ...FAULTS.filter(([, status]) => status !== 403).map(([, , change]) => ({
        request: faulty(change),
        reply: { status: 429 },
      })),
      { request: { path: '/pets/1' }, reply: { status: 429, headers: DEPRECATION } },
      { request: { method: 'OPTIONS', path: '/pets' }, reply: { status: 429 } },
      { request: faulty({ path: '/nope', key: 'invalid' }), reply: { status: 401 } },
    ],
  },
  ...['GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE', 'PROPFIND'].map((method) =>
    all(
      `when the contract does not have a path, then the reply to ${method} is 404`,
      { status: 404, headers: { ...QUOTA, allow: null, deprecation: null } },
      ...UNKNOWN.map((path) => ({ method, path })),
      ...(method === 'POST' ? UNKNOWN.map((path) => ({ method, path, json: {} })) : []),
    ),
  ),
  ...PATHS.map(([template, path]) => {
    const headers = { ...QUOTA, allow: allowOf(template), deprecation: null, sunset: null };
    const empty = { ...headers, 'content-type': null, 'content-length': null };
    return vector(
      `when ${path} does not have the method, then the reply is 405 with Allow`,
      ...undeclaredMethodsOf(template).flatMap((method) =>
        [{}, { json: {} }, { body: TOO_LARGE }].map((body) => ({
          request: { method, path, ...body },
          reply: { status: 405, headers, code: 'method_not_allowed' },
        })),
      ),
      { request: { method: 'OPTIONS', path }, reply: { status: 204, headers: empty, text: '' } },
      NOTHING_STORED,
    );
  }),
  ...precedence,
  all(
    'when a body is too large, then the reply is 413, whatever its media type',
    { status: 413, headers: QUOTA, code: 'payload_too_large' },
    post('text/plain', TOO_LARGE),
  ),
  all(
    'when a body is not of the media type or is encoded, then the reply is 415 with Accept',
    { status: 415, headers: { accept: 'application/json' }, code: 'unsupported_media_type' },
    ...NOT_JSON_TYPES.map((type) => post(type, VALID)),
    ...ENCODINGS.map((encoding) => encoded(encoding)),
    { method: 'POST', path: '/pets' },
    { method: 'POST', path: '/pets', body: new Uint8Array([0x7b, 0x7d]) },
    encoded('gzip', ''),
  ),
  all(
    'when a media type of JSON is written in another way, then it is accepted',
    { status: 201 },
    ...['application/json', 'Application/JSON', 'APPLICATION/JSON'].map((type) =>
      post(type, VALID),
    ),
    ...[';charset=utf-8', '; charset=UTF-8', '; charset="utf-8"', ' ; Charset=Utf-8 '].map(
      (parameter) => post(`application/json${parameter}`, VALID),
    ),
    ...['identity', 'Identity'].map((encoding) => encoded(encoding)),
  ),
  all(
    'when a request has no body, then its media type does not matter',
    { status: 200 },
    ...['text/plain', 'application/json;charset=latin1', 'image/png', 'nonsense'].map((type) => ({
      path: '/pets',
      headers: { 'Content-Type': type },
    })),
  ),
  withRequestId('when the client sends a valid request id, then the reply has it', (id) => id, [
    'a',
    '0',
    'checkout-42',
    'Root:1-67891233.abcdef_012',
    '_.:-',
    'a'.repeat(128),
  ]),
  withRequestId(
    'when a request id is not safe to log, or looks like a key, then the reply has another',
    () => /^(?!.*as_live)[\w.:-]{1,128}$/,
    [
      ...['', 'a'.repeat(129), 'a'.repeat(5000), 'a b', 'a\tb', 'a"b', 'a,b', '{a}', 'a/b'],
      ...['a%0Ab', '<b>', '\u00e9', '\u00c3\u00a9', 'a\u00a0b', 'a\u0080[31m'],
      ...['as_live_0123456789', '{key}', 'id-{key}', '{key}.1'],
    ],
  ),
  all(
    'when a reply is sent, then it must not be cached, and its type must not be guessed',
    { status: 401, headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } },
    { path: '/pets', key: 'none' },
  ),
];
