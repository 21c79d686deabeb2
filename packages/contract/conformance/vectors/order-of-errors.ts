// Vectors of authentication, routes and media types, and of the order in which their errors win.
import { MAX_BODY_BYTES, undeclaredMethodOf } from '../limits.js';
import type { Exchange, Vector, VectorRequest, WantedReply } from '../vector.js';

const QUOTA = {
  'x-ratelimit-limit': /^\d+$/,
  'x-ratelimit-remaining': /^\d+$/,
  'x-ratelimit-reset': /^\d+$/,
  'ratelimit-policy': /^"minute";q=\d+;w=60, "day";q=\d+;w=86400$/,
  ratelimit: /^"minute";r=\d+;t=\d+, "day";r=\d+;t=\d+$/,
};
const REALM = 'Bearer realm="animal-store"';
const VALID = '{"name":"a","categoryId":1}';
const TOO_LARGE = 'x'.repeat(MAX_BODY_BYTES + 1);

const one = (name: string, request: VectorRequest, reply: WantedReply): Vector => ({
  name,
  exchanges: [{ request, reply }],
});
const all = (name: string, reply: WantedReply, ...requests: VectorRequest[]): Vector => ({
  name,
  exchanges: requests.map((request): Exchange => ({ request, reply })),
});
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

export const orderOfErrors: readonly Vector[] = [
  one(
    'when there is no key, then the reply is 401 without a reason, with the quota of the address',
    { path: '/pets', key: 'none' },
    {
      status: 401,
      headers: { ...QUOTA, 'www-authenticate': REALM },
      code: 'unauthorized',
    },
  ),
  one(
    'when the key is invalid, then the reply is 401 with the reason',
    { path: '/pets', key: 'invalid' },
    { status: 401, headers: { 'www-authenticate': `${REALM}, error="invalid_token"` } },
  ),
  one(
    'when the scheme is not Bearer, then the reply is 401',
    { path: '/pets', key: 'none', headers: { Authorization: 'Basic YTpi' } },
    { status: 401, headers: { 'www-authenticate': `${REALM}, error="invalid_token"` } },
  ),
  all(
    'when there is no key, then nothing tells which paths exist',
    {
      status: 401,
      headers: { deprecation: null, allow: null, link: null },
      code: 'unauthorized',
    },
    { path: '/nope', key: 'none' },
    { path: '/pets/1', key: 'none' },
    { method: 'DELETE', path: '/pets', key: 'none' },
    { method: 'OPTIONS', path: '/pets', key: 'none' },
    { method: 'POST', path: '/pets', key: 'none', body: TOO_LARGE },
  ),
  all(
    'when the contract does not have a path, then the reply is 404',
    { status: 404, headers: QUOTA, code: 'not_found' },
    { path: '' },
    { path: '/' },
    { path: '/nope' },
    { path: '/pets/' },
    { path: '/Pets' },
    { path: '/pets/1/toys' },
    { method: 'POST', path: '/nope', body: TOO_LARGE },
    { method: 'OPTIONS', path: '/nope' },
  ),
  all(
    'when a path does not have the method, then the reply is 405 with Allow',
    {
      status: 405,
      headers: { allow: /^GET, HEAD, .*OPTIONS$/, deprecation: null },
      code: 'method_not_allowed',
    },
    { method: undeclaredMethodOf('/pets'), path: '/pets' },
    { method: undeclaredMethodOf('/pets'), path: '/pets', body: TOO_LARGE },
    { method: undeclaredMethodOf('/store/orders'), path: '/store/orders', body: '{' },
    { method: undeclaredMethodOf('/pets/{petId}'), path: '/pets/1?x=1', json: {} },
  ),
  all(
    'when a publishable key writes, then the reply is 403, whatever the body',
    {
      status: 403,
      headers: QUOTA,
      text: '{"code":"forbidden","message":"The API key does not allow this request. The key is read-only.","status":403}',
    },
    { ...post('application/json', VALID), key: 'publishable' },
    { ...post('text/plain', TOO_LARGE), key: 'publishable' },
  ),
  {
    name: 'when a publishable key is sent, then it may read, and 404 and 405 win over 403',
    exchanges: [
      { request: { path: '/pets', key: 'publishable' }, reply: { status: 200 } },
      { request: { method: 'HEAD', path: '/pets', key: 'publishable' }, reply: { status: 200 } },
      { request: { method: 'OPTIONS', path: '/pets', key: 'publishable' }, reply: { status: 204 } },
      { request: { method: 'POST', path: '/nope', key: 'publishable' }, reply: { status: 404 } },
      {
        request: { method: undeclaredMethodOf('/pets'), path: '/pets', key: 'publishable' },
        reply: { status: 405 },
      },
    ],
  },
  one(
    'when OPTIONS is sent, then the reply has the methods of the path',
    { method: 'OPTIONS', path: '/pets' },
    { status: 204, headers: { ...QUOTA, allow: /GET, HEAD, POST.*, OPTIONS$/ }, text: '' },
  ),
  one(
    'when a body is too large, then the reply is 413, whatever its media type',
    post('text/plain', TOO_LARGE),
    { status: 413, code: 'payload_too_large' },
  ),
  all(
    'when a body is not of the media type, then the reply is 415 with Accept',
    {
      status: 415,
      headers: { accept: 'application/json' },
      code: 'unsupported_media_type',
    },
    post('text/plain', '{'),
    post('application/jsonx', VALID),
    post('application/json; charset=latin1', VALID),
    post('application/json, application/json', VALID),
    post('application/x-www-form-urlencoded', 'name=a'),
    post(undefined, VALID),
    post('application/json', VALID, { 'Content-Encoding': 'gzip' }),
  ),
  all(
    'when there is neither a body nor a media type, then the reply is 415',
    { status: 415, code: 'unsupported_media_type' },
    { method: 'POST', path: '/pets' },
  ),
  all(
    'when a media type of JSON is written in another way, then it is accepted',
    { status: 201 },
    post('Application/JSON', VALID),
    post('application/json; charset=utf-8', VALID),
    post('application/json;charset="UTF-8"', VALID),
    post('application/json', VALID, { 'Content-Encoding': 'identity' }),
  ),
  one(
    'when the client sends a request id, then the reply has it',
    { path: '/pets', headers: { 'X-Request-Id': 'checkout-42' } },
    { status: 200, headers: { 'x-request-id': 'checkout-42' } },
  ),
  one(
    'when a request id is not safe to log, then the reply has another',
    { path: '/nope', headers: { 'X-Request-Id': 'a b' } },
    { status: 404, headers: { 'x-request-id': /^[\w.:-]+$/ } },
  ),
  one(
    'when a request id looks like a key, then the reply has another',
    { path: '/pets', headers: { 'X-Request-Id': 'as_live_0123456789' } },
    { status: 200, headers: { 'x-request-id': /^(?!as_live)[\w.:-]+$/ } },
  ),
  all(
    'when a reply is sent, then it must not be cached, and its type must not be guessed',
    { status: 401, headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } },
    { path: '/pets', key: 'none' },
  ),
];
