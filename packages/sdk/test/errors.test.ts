import { ApiError, ConnectionError, RateLimitError, ServerError } from '../src/index.js';
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
      ApiError,
      { code: 'invalid_request', status: 403 },
    ],
  ])('%s', async (_, respond, type, fields) => {
    const { store } = await connect(respond);
    const error = await store.listPets().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(type);
    expect(error).toMatchObject(fields);
    expect(error).not.toBeInstanceOf(SyntaxError);
  });
});
