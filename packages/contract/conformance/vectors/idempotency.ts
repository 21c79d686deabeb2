// Vectors of idempotency keys: replays, mismatches, and what a key is.
import { MAX_BODY_BYTES, MAX_KEY, RETENTION_SECONDS } from '../limits.js';
import { REX, TOO_LARGE } from '../requests.js';
import {
  type Exchange,
  type Vector,
  type VectorRequest,
  vector,
  type WantedReply,
} from '../vector.js';

/** Before the end of a key's retention. PostgreSQL uses a clock of its own, which keeps running. */
const EDGE_SECONDS = 5;
const MISMATCH: WantedReply = {
  status: 422,
  headers: { 'idempotency-replayed': null },
  code: 'idempotency_mismatch',
};

const create = (
  key: string,
  json: object,
  reply: WantedReply,
  request: VectorRequest = {},
): Exchange => ({
  request: { method: 'POST', path: '/pets', headers: { 'Idempotency-Key': key }, json, ...request },
  reply,
});
const created = (id: number): WantedReply => ({
  status: 201,
  headers: { 'idempotency-replayed': null },
  text: `{"id":${id},"name":"Rex","categoryId":1}`,
});
const replayed = (id: number): WantedReply => ({
  ...created(id),
  headers: { 'idempotency-replayed': 'true', 'content-type': 'application/json' },
});
const createText = (key: string, body: string, reply: WantedReply, type = 'application/json') =>
  create(key, {}, reply, {
    json: undefined,
    body,
    headers: { 'Idempotency-Key': key, 'Content-Type': type },
  });
const listed = (text: string): Exchange => ({
  request: { path: '/pets?limit=1' },
  reply: { status: 200, headers: { link: /rel="first"$/ }, text },
});
/** Each key is new, and is repeated. */
const eachOnce = (keys: readonly string[]) =>
  keys.flatMap((key, index) => [
    create(key, REX, created(index + 1)),
    create(key, REX, replayed(index + 1)),
  ]);
const QUOTED = ['abc', '"abc', 'abc"', 'a"b', '"a"b"', 'a\\b', '"a\\b"', '\u00e9', '"\u00e9"'];

export const idempotency: readonly Vector[] = [
  vector(
    'when a request is repeated with its key, then the first reply is repeated',
    create('a', REX, created(1)),
    create('a', REX, replayed(1)),
    create('a', REX, replayed(1)),
    listed('[{"id":1,"name":"Rex","categoryId":1}]'),
    create('b', REX, created(2)),
  ),
  vector(
    'when the same values are written in another way, then the request is the same',
    createText('a', ' {\n "name" : "Rex",\t"categoryId": 1 }\r\n', created(1)),
    createText('a', '{"n\\u0061me":"\\u0052ex","categoryId":1}', replayed(1)),
    createText('a', '{"categoryId":1.0,"name":"Rex"}', replayed(1)),
  ),
  vector(
    'when a key is sent with another body, then the reply is 422',
    create('a', REX, created(1)),
    ...[{ name: 'rex' }, { name: 'Rex ' }, { categoryId: 2 }, { status: 'sold' }].map((change) =>
      create('a', { ...REX, ...change }, MISMATCH),
    ),
    create('a', REX, replayed(1)),
    listed('[{"id":1,"name":"Rex","categoryId":1}]'),
  ),
  {
    name: 'when a key was sent with another body, then every other error wins over that',
    quota: { perMinute: 8, perDay: 50 },
    exchanges: [
      create('a', REX, created(1)),
      create('a', { ...REX, name: 'Tom' }, MISMATCH),
      create('a', { ...REX, name: '' }, { status: 400 }),
      create('a', { ...REX, name: 'Tom' }, { status: 400 }, { path: '/pets?x=1' }),
      createText('a', '{"name":', { status: 400 }),
      createText('a', TOO_LARGE, { status: 413 }),
      create('a', REX, { status: 404 }, { path: '/nope' }),
      create('a', REX, replayed(1)),
      create('a', REX, { status: 429 }),
      create('a', REX, { status: 401 }, { key: 'none' }),
    ],
  },
  vector(
    'when a request only reads, then its key is ignored',
    ...['a', 'a', '', 'k'.repeat(MAX_KEY + 1)].map((key) => ({
      request: { path: '/pets', headers: { 'Idempotency-Key': key } },
      reply: { status: 200, headers: { 'idempotency-replayed': null }, text: '[]' },
    })),
    create('a', REX, created(1)),
  ),
  vector(
    'when integers differ beyond the precision of a number, then the body is another',
    createText('a', '{"name":"a","categoryId":9007199254740993}', { status: 201 }),
    createText('a', '{"name":"a","categoryId":9007199254740992}', MISMATCH),
    createText('a', '{"name":"a","categoryId":9007199254740993}', { status: 201 }),
  ),
  vector(
    'when a key is sent as a quoted string, then it is the same key',
    create('abc', REX, created(1)),
    create('"abc"', REX, replayed(1)),
    create('"a\\"b\\\\c d"', REX, created(2)),
    create('a"b\\c d', REX, replayed(2)),
  ),
  vector(
    'when a key has quotes and is no quoted string, then it is another key',
    ...eachOnce(QUOTED),
  ),
  vector(
    'when another API key sends the same idempotency key, then it is another request',
    create('a', REX, created(1)),
    create('a', { ...REX, name: 'Tom' }, { status: 201 }, { key: 'other' }),
    create('a', REX, replayed(1)),
    create('a', { ...REX, name: 'Tom' }, { status: 201 }, { key: 'other' }),
    create('a', REX, MISMATCH, { key: 'other' }),
  ),
  vector(
    'when keys differ in a letter or in case, then each is another request',
    ...eachOnce(['a', 'b', 'A', 'aa', 'k', 'k'.repeat(MAX_KEY - 1), 'k'.repeat(MAX_KEY)]),
    create('a ', REX, replayed(1)), // white space at the ends is not part of a header
    create(`"${'k'.repeat(MAX_KEY)}"`, REX, replayed(7)), // nor are the quotes part of the key
  ),
  vector(
    'when a key has any character of a header, then it is accepted',
    ...eachOnce([...`!"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~ 0aZ\u00e9\u00ff`].map((c) => `a${c}b`)),
  ),
  {
    name: 'when a reply is repeated, then it counts toward the quota',
    quota: { perMinute: 5, perDay: 50 },
    exchanges: ['4', '3'].map((remaining) =>
      create('a', REX, { status: 201, headers: { 'x-ratelimit-remaining': remaining } }),
    ),
  },
  vector(
    'when a request was refused, then its key is free',
    create('a', { ...REX, name: '' }, { status: 400 }),
    createText('a', '{"name":', { status: 400 }),
    create('a', REX, { status: 401 }, { key: 'invalid' }),
    create('a', REX, { status: 403 }, { key: 'publishable' }),
    createText('a', JSON.stringify(REX).padEnd(MAX_BODY_BYTES + 1), { status: 413 }),
    createText('a', JSON.stringify(REX), { status: 415 }, 'text/plain'),
    listed('[]'),
    create('a', REX, created(1)),
  ),
  vector(
    'when a key has expired, then the request takes effect again',
    create('a', REX, created(1)),
    { ...create('a', REX, replayed(1)), afterSeconds: RETENTION_SECONDS - EDGE_SECONDS },
    create('a', { ...REX, name: 'Tom' }, MISMATCH),
    { ...create('a', REX, created(2)), afterSeconds: EDGE_SECONDS },
    { ...create('a', REX, replayed(2)), afterSeconds: RETENTION_SECONDS - EDGE_SECONDS },
  ),
  vector(
    'when no key is sent, then each request takes effect',
    create('', REX, created(1), { headers: {} }),
    create('', REX, created(2), { headers: {} }),
  ),
];
