// Vectors of API keys: authentication, and what a read-only key may do.
import { BAN, undeclaredMethodOf } from '../limits.js';
import { JSON_TYPE, NOTHING_STORED, POST, REX, TOO_LARGE } from '../requests.js';
import { all, type Vector, type VectorRequest, vector } from '../vector.js';

const REALM = 'Bearer realm="animal-store"';
const PETS = { path: '/pets' };
const TEXT = { 'Content-Type': 'text/plain' };

/** Whatever the request is, the reply to it must tell only that it has no valid key. */
const ANY_REQUEST: readonly VectorRequest[] = [
  PETS,
  { path: '' },
  { path: '/nope' },
  { path: '/pets/' },
  { path: '/pets/1' },
  { path: '/pets/abc' },
  { path: '/pets/%zz' },
  { path: '/pets?limit=0' },
  { method: 'DELETE', ...PETS },
  { method: 'OPTIONS', ...PETS },
  { ...POST, json: REX },
  { ...POST, json: {} },
  { ...POST, body: '{', headers: JSON_TYPE },
  { ...POST, body: 'x', headers: TEXT },
  { ...POST, body: TOO_LARGE, headers: TEXT },
];
const unauthorized = (challenge: string) => ({
  status: 401,
  headers: {
    'www-authenticate': challenge,
    'x-ratelimit-remaining': /^\d+$/,
    'ratelimit-policy': /^"minute";q=\d+;w=60, "day";q=\d+;w=86400$/,
    ratelimit: /^"minute";r=\d+;t=60, "day";r=\d+;t=50400$/,
    ...{ deprecation: null, sunset: null, allow: null, link: null },
  },
  text: '{"code":"unauthorized","message":"The API key is missing or invalid.","status":401}',
});
const NO_KEY = unauthorized(REALM);
const INVALID_KEY = unauthorized(`${REALM}, error="invalid_token"`);
const forbidden = {
  status: 403,
  text: '{"code":"forbidden","message":"The API key does not allow this request. The key is read-only.","status":403}',
};
const publishable = (request: VectorRequest): VectorRequest => ({ ...request, key: 'publishable' });
const NOT_ONE_KEY = [
  ...['Basic YTpi', '{key}', 'Bearerly {key}', 'XBearer {key}', 'Bearer', 'Bearer{key}', ''],
  ...['Bearer\t{key}', 'Basic Bearer {key}', 'Bearer {key} more', 'Bearer {key} {key}'],
  ...['Bearer {key}, Bearer {key}', 'Bearer "{key}"'],
];
const authorized = (Authorization: string): VectorRequest => ({
  ...PETS,
  key: 'none',
  headers: { Authorization },
});

export const keys: readonly Vector[] = [
  ...(
    [
      ['there is no key, then the reply is 401 without a reason', 'none', NO_KEY],
      ['the key is invalid, then the reply is 401 with the reason', 'invalid', INVALID_KEY],
    ] as const
  ).map(([name, key, reply]) =>
    vector(
      `when ${name}, and tells nothing of the request`,
      ...ANY_REQUEST.map((request) => ({ request: { ...request, key }, reply })),
      NOTHING_STORED,
    ),
  ),
  all(
    'when HEAD is sent without a key, then the reply is 401 without a body',
    { ...NO_KEY, text: '' },
    { method: 'HEAD', ...PETS, key: 'none' },
  ),
  all(
    'when Authorization is not the scheme Bearer and one key, then the reply is 401 with the reason',
    INVALID_KEY,
    ...NOT_ONE_KEY.map(authorized),
  ),
  all(
    'when the scheme is spelt in another way, or has more spaces around it, then the key is accepted',
    { status: 200 },
    ...['bearer {key}', 'BEARER {key}', 'bEaReR {key}', 'Bearer   {key}  '].map(authorized),
  ),
  all(
    'when the key is anywhere but in Authorization, then the reply is 401 without a reason',
    NO_KEY,
    { path: '/pets?api_key={key}', key: 'none' },
    { path: '/pets?access_token={key}', key: 'none' },
    ...[
      { Cookie: 'Authorization=Bearer {key}' },
      { 'X-Api-Key': '{key}' },
      { 'Proxy-Authorization': 'Bearer {key}' },
    ].map((headers): VectorRequest => ({ ...PETS, key: 'none', headers })),
  ),
  vector(
    'when a read-only key writes, then the reply is 403, whatever the body, and nothing is stored',
    ...[
      { json: REX },
      { json: REX, headers: { 'Idempotency-Key': 'a' } },
      { json: REX, headers: { 'X-HTTP-Method-Override': 'GET' } },
      { body: TOO_LARGE, headers: TEXT },
    ].map((sent) => ({ request: publishable({ ...POST, ...sent }), reply: forbidden })),
    NOTHING_STORED,
  ),
  vector(
    'when a read-only key reads, then it is served, and 404 and 405 win over 403',
    { request: publishable(PETS), reply: { status: 200 } },
    { request: publishable({ method: 'HEAD', ...PETS }), reply: { status: 200 } },
    {
      request: publishable({ method: 'OPTIONS', ...PETS }),
      reply: { status: 204, headers: { allow: /GET, HEAD, POST.*, OPTIONS$/ } },
    },
    { request: publishable({ method: 'POST', path: '/nope' }), reply: { status: 404 } },
    {
      request: publishable({ method: undeclaredMethodOf('/pets'), ...PETS }),
      reply: { status: 405 },
    },
  ),
  {
    name: 'when requests are 403, then they count in the quota, and lead to no ban',
    quota: { perMinute: BAN.refusalsPerMinute + 2, perDay: 50 },
    exchanges: [
      { request: publishable(POST), times: BAN.refusalsPerMinute + 1, reply: { status: 403 } },
      {
        request: publishable(PETS),
        reply: { status: 200, headers: { 'x-ratelimit-remaining': '0' } },
      },
      { request: publishable(POST), reply: { status: 429, code: 'rate_limited' } },
    ],
  },
];
