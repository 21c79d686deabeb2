// Vectors of idempotency keys: replays, mismatches, and what a key is.
import { RETENTION_SECONDS } from '../limits.js';
import type { Exchange, Vector, VectorRequest, WantedReply } from '../vector.js';

const REX = { name: 'Rex', categoryId: 1 };

const create = (
  key: string,
  json: object,
  reply: WantedReply,
  request: VectorRequest = {},
): Exchange => ({
  request: {
    method: 'POST',
    path: '/pets',
    headers: { 'Idempotency-Key': key },
    json,
    ...request,
  },
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
const vector = (name: string, ...exchanges: Exchange[]): Vector => ({ name, exchanges });

export const idempotency: readonly Vector[] = [
  vector(
    'when a request is repeated with its key, then the first reply is repeated',
    create('a', REX, created(1)),
    create('a', REX, replayed(1)),
    create('b', REX, created(2)),
    {
      request: { path: '/pets?limit=1' },
      reply: { status: 200, text: '[{"id":1,"name":"Rex","categoryId":1}]' },
    },
  ),
  vector(
    'when properties come in another order, then the request is the same',
    create('a', REX, created(1)),
    create('a', { categoryId: 1, name: 'Rex' }, replayed(1)),
  ),
  vector(
    'when a key is sent with another body, then the reply is 422',
    create('a', REX, created(1)),
    create('a', { ...REX, name: 'Tom' }, { status: 422, code: 'idempotency_mismatch' }),
    create('a', REX, replayed(1)),
  ),
  vector(
    'when a key is sent as a quoted string, then it is the same key',
    create('abc', REX, created(1)),
    create('"abc"', REX, replayed(1)),
  ),
  vector(
    'when another API key sends the same idempotency key, then it is another request',
    create('a', REX, created(1)),
    create('a', REX, created(2), { key: 'other' }),
  ),
  vector(
    'when a request was refused, then its key is free',
    create('a', { ...REX, name: '' }, { status: 400 }),
    create('a', REX, created(1)),
  ),
  vector(
    'when a key has expired, then the request takes effect again',
    create('a', REX, created(1)),
    { ...create('a', REX, replayed(1)), afterSeconds: RETENTION_SECONDS - 1 },
    { ...create('a', REX, created(2)), afterSeconds: 2 },
  ),
  vector(
    'when no key is sent, then each request takes effect',
    create('', REX, created(1), { headers: {} }),
    create('', REX, created(2), { headers: {} }),
  ),
];
