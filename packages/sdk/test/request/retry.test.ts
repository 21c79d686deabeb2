// Failures of attempts: which are retried, when, and the error of a call.
import {
  ConflictError,
  ConnectionError,
  ForbiddenError,
  IdempotencyError,
  InvalidRequestError,
  RateLimitError,
  ServerError,
} from '../../src/index.js';
import { connect, connectWith, REX } from '../support/connect.js';
import { connectOperation } from '../support/connect-operation.js';
import {
  closeConnection,
  html,
  json,
  type Responder,
  rateLimited,
  truncate,
  unavailable,
} from '../support/scripted-server.js';

const TAKEN = { code: 'name_taken', message: 'x', status: 409 };
const MISMATCH = { code: 'idempotency_mismatch', message: 'x', status: 422 };
const INVALID = { code: 'invalid_request', message: 'x', status: 400, details: [] };

type ErrorType = abstract new (...args: never[]) => Error;

describe('when an attempt fails, then the call is retried', () => {
  test.each<[string, Responder, ErrorType, object]>([
    ['is a closed connection', closeConnection, ConnectionError, {}],
    ['is truncated', truncate, ConnectionError, {}],
    ['is an HTML page with status 200', html(200, '<html>'), ConnectionError, {}],
    ['is an empty 200', html(200, ''), ConnectionError, {}],
    ['is a 502 of HTML', html(502, '<p>'), ServerError, { code: 'unavailable', status: 502 }],
    ['is a 503', unavailable({ 'Retry-After': '3' }), ServerError, { status: 503 }],
    ['is a 503 without an Error', json(503, '[1]'), ServerError, { code: 'unavailable' }],
    ['is an empty 504', html(504, ''), ServerError, { status: 504 }],
    ['is a 429', rateLimited({ 'Retry-After': '7' }), RateLimitError, { code: 'rate_limited' }],
    ['is a 429 without Retry-After', rateLimited({}), RateLimitError, { status: 429 }],
    ['is a 429 of no date', rateLimited({ 'Retry-After': '?' }), RateLimitError, { status: 429 }],
  ])('or rejects with a typed error if the response %s', async (_, respond, type, fields) => {
    const { store, server } = await connect(respond, respond, json(200, [REX]));
    const error = await store.listPets({}, { maxRetries: 0 }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(type);
    expect(error).toMatchObject(fields);
    await expect(store.listPets()).resolves.toMatchObject({ items: [REX] });
    expect(server.received).toHaveLength(3);
  });

  test('twice by default, never with maxRetries 0', async () => {
    const { store, server } = await connect(closeConnection);
    await expect(store.listPets()).rejects.toBeInstanceOf(ConnectionError);
    expect(server.received).toHaveLength(3);
    await expect(store.listPets({}, { maxRetries: 0 })).rejects.toBeInstanceOf(ConnectionError);
    expect(server.received).toHaveLength(4);
  });
});

test.each<[string, Responder, ErrorType, object]>([
  ['a 400', json(400, INVALID), InvalidRequestError, { status: 400, code: 'invalid_request' }],
  ['a 403 of HTML', html(403, '<p>'), ForbiddenError, { status: 403, code: 'forbidden' }],
  ['a 409 of the operation', json(409, TAKEN), ConflictError, { rawCode: 'name_taken' }],
  ['a 409 of HTML', html(409, '<p>'), ConflictError, { status: 409, code: 'invalid_request' }],
  ['a 422 of the operation', json(422, TAKEN), InvalidRequestError, { rawCode: 'name_taken' }],
  ['a 422 of a key', json(422, MISMATCH), IdempotencyError, { code: 'idempotency_mismatch' }],
  ['an empty 500', html(500, ''), ServerError, { status: 500, code: 'internal_error' }],
])(
  'when the response is %s, then the error is of its status and code, and there is no retry',
  async (_, respond, type, fields) => {
    const { store, server } = await connect(respond);
    const call = store.createPet({ name: 'Rex', categoryId: 1 });
    const error = await call.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(type);
    expect(error).toMatchObject(fields);
    expect(server.received).toHaveLength(1);
  },
);

test.each(['POST', 'PATCH'])(
  'when a %s cannot have an Idempotency-Key, then it is not retried',
  async (method) => {
    const { call, server } = await connectOperation({ method }, closeConnection);
    await expect(call()).rejects.toBeInstanceOf(ConnectionError);
    expect(server.received).toHaveLength(1);
  },
);

describe('Idempotency-Key', () => {
  test('when two POSTs have the same body, then their keys differ', async () => {
    const { store, server } = await connect(json(201, REX));
    await store.createPet({ name: 'Rex', categoryId: 1 });
    await store.createPet({ name: 'Rex', categoryId: 1 });
    expect(new Set(server.received.map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
  });

  test('when the first POST is still in progress (409), then the call waits and is retried', async () => {
    const inProgress = json(409, { code: 'idempotency_in_progress', message: 'x', status: 409 });
    const { store } = await connect(inProgress, json(201, REX));
    await expect(store.createPet({ name: 'Rex', categoryId: 1 })).resolves.toEqual(REX);
  });
});

describe('Retry-After', () => {
  const DATE = {
    'Retry-After': 'Thu, 01 Jan 2026 00:00:07 GMT',
    Date: 'Thu, 01 Jan 2026 00:00:00 GMT',
  };

  test.each([
    ['in seconds', { 'Retry-After': '7' }],
    ['a date, which is compared with the Date header', DATE],
  ])(
    'when it is %s, then the wait is at least that long, and jitter only adds to it',
    async (_, headers) => {
      const { store, clock } = await connect(rateLimited(headers), json(200, []));
      const startMs = clock.nowMs;
      await store.listPets();
      expect(clock.nowMs - startMs).toBeGreaterThanOrEqual(7000);
      expect(clock.nowMs - startMs).toBeLessThan(8000);
    },
  );

  test('when a 503 has one longer than maxWaitSeconds, then the call rejects without waiting', async () => {
    const { store, clock } = await connect(unavailable({ 'Retry-After': '600' }));
    await expect(store.listPets()).rejects.toBeInstanceOf(ServerError);
    expect(clock.delaysMs).toEqual([]);
  });
});

describe('backoff', () => {
  test('when attempts keep failing, then the delay doubles up to its maximum', async () => {
    const { store, clock } = await connect(closeConnection);
    await expect(store.listPets({}, { maxRetries: 6 })).rejects.toBeInstanceOf(ConnectionError);
    const minimaMs = [500, 1000, 2000, 4000, 8000, 8000];
    expect(clock.delaysMs).toHaveLength(6);
    for (const [index, minimumMs] of minimaMs.entries()) {
      expect(clock.delaysMs[index]).toBeGreaterThanOrEqual(minimumMs);
      expect(clock.delaysMs[index]).toBeLessThanOrEqual(minimumMs * 1.5);
    }
  });

  test('when maxWaitSeconds is 0, then the client’s own backoff still applies', async () => {
    const { store } = await connectWith({ maxWaitSeconds: 0 }, html(502, ''), json(200, []));
    await expect(store.listPets()).resolves.toMatchObject({ items: [] });
  });
});
