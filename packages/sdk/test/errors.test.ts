import {
  ConnectionError,
  ForbiddenError,
  isApiError,
  isConnectionError,
  RateLimitError,
  ServerError,
} from '../src/index.js';
import { connect } from './support/connect.js';
import {
  closeConnection,
  html,
  json,
  type Responder,
  rateLimited,
  truncate,
} from './support/scripted-server.js';

describe('when the last attempt fails, then the call rejects with a typed error', () => {
  test.each<[string, Responder, abstract new (...args: never[]) => Error, object]>([
    ['a closed connection', closeConnection, ConnectionError, {}],
    ['a truncated response', truncate, ConnectionError, {}],
    ['HTML with status 200', html(200, '<html>'), ConnectionError, {}],
    [
      'HTML with status 502',
      html(502, '<html>'),
      ServerError,
      { code: 'unavailable', status: 502 },
    ],
    ['an empty 500', html(500, ''), ServerError, { code: 'internal_error', status: 500 }],
    [
      'JSON that is not an Error body',
      json(503, '[1]'),
      ServerError,
      { code: 'unavailable', status: 503 },
    ],
    [
      'a 429 without Retry-After',
      rateLimited({}),
      RateLimitError,
      { code: 'rate_limited', status: 429 },
    ],
    [
      'a 429 with an invalid Retry-After',
      rateLimited({ 'Retry-After': 'soon' }),
      RateLimitError,
      { status: 429 },
    ],
    [
      'HTML with status 403',
      html(403, '<html>'),
      ForbiddenError,
      { code: 'forbidden', status: 403 },
    ],
  ])('%s', async (_, respond, type, fields) => {
    const { store } = await connect(respond);
    const error = await store.listPets().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(type);
    expect(error).toMatchObject(fields);
    expect(error).not.toBeInstanceOf(SyntaxError);
  });
});

const TEAPOT = { code: 'teapot', message: 'No coffee.', status: 400, details: [] };

async function errorOf(respond: Responder): Promise<unknown> {
  const { store } = await connect(respond);
  return store.listPets({}, { maxRetries: 0 }).catch((thrown: unknown) => thrown);
}

test('when the service has added an error code, then the code is unknown, and can be read as sent', async () => {
  const error = await errorOf(json(400, TEAPOT));
  expect(error).toMatchObject({ code: 'unknown', rawCode: 'teapot', name: 'InvalidRequestError' });
});

test('when an error is written as JSON, then it has what a log needs, and no headers', async () => {
  const detail = { in: 'query', path: '/limit', code: 'minimum', message: 'must be at least 1' };
  const body = { code: 'invalid_request', message: 'Invalid.', status: 400, details: [detail] };
  const error = await errorOf(json(400, body, { 'X-Request-Id': 'r1' }));
  expect(JSON.parse(JSON.stringify(error))).toEqual({
    name: 'InvalidRequestError',
    ...body,
    rawCode: 'invalid_request',
    requestId: 'r1',
  });
});

test('when an error comes from another copy of the package, then the guards recognize it', async () => {
  const error = await errorOf(json(400, TEAPOT));
  const failure = await errorOf(closeConnection);
  jest.resetModules();
  const copy = await import('../src/index.js');
  expect(error).not.toBeInstanceOf(copy.ApiError);
  expect([copy.isApiError(error), copy.isConnectionError(error)]).toEqual([true, false]);
  expect([copy.isApiError(failure), copy.isConnectionError(failure)]).toEqual([false, true]);
});

test.each([undefined, null, 'text', {}, new Error('x')])(
  'when %p is no error of the package, then the guards say so',
  (value) => {
    expect(isApiError(value) || isConnectionError(value)).toBe(false);
  },
);
