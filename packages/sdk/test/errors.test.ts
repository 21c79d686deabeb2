// Errors of calls: their codes, messages and JSON.
import { isApiError, isConnectionError } from '../src/index.js';
import { connect, connectWith } from './support/connect.js';
import {
  closeConnection,
  html,
  json,
  type Responder,
  rateLimited,
} from './support/scripted-server.js';

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
    message: 'listPets: Invalid: query /limit must be at least 1 (request r1)',
    operation: 'listPets',
    rawMessage: 'Invalid.',
    rawCode: 'invalid_request',
    requestId: 'r1',
  });
});

describe('when a call fails, then the message says what and where', () => {
  const fault = (path: string) => ({ in: 'body', path, code: 'type', message: 'is wrong' });
  const invalid = (...paths: string[]) =>
    json(400, { ...TEAPOT, code: 'invalid_request', details: paths.map(fault) });
  const TWO_FAULTS = 'body /a is wrong; body is wrong';
  const NO_ERROR = 'GET URL: the response has no Error body';
  const notFound = { code: 'not_found', message: 'Not here.', status: 404 };

  test.each<[string, Responder, string]>([
    ['faults', invalid('/a', ''), `No coffee: ${TWO_FAULTS}`],
    ['many faults', invalid('/a', '', '/c', '/d'), `No coffee: ${TWO_FAULTS}; body /c is wrong; …`],
    ['no faults', json(400, TEAPOT, { 'X-Request-Id': 'r1' }), 'No coffee (400, request r1)'],
    ['404', json(404, notFound), 'GET URL: Not here (404)'],
    ['a page of a proxy', html(405, '<html>'), `${NO_ERROR} (405)`],
    ['details that are none', json(400, { ...TEAPOT, details: [null] }), `${NO_ERROR} (400)`],
  ])('%s', async (_, respond, expected) => {
    const { store, server } = await connect(respond);
    const error: unknown = await store.listPets({}, { maxRetries: 0 }).catch((thrown) => thrown);
    const message = `listPets: ${expected.replace('URL', `${server.baseUrl}/pets`)}`;
    expect(error).toMatchObject({ message, operation: 'listPets' });
  });

  const CAUSE = new TypeError('fetch failed', { cause: new Error('getaddrinfo ENOTFOUND api.x') });
  const LOOP = new Error('a loop');
  LOOP.cause = LOOP;

  test.each([
    ['the innermost cause', CAUSE, 'getaddrinfo ENOTFOUND api.x'],
    ['the first address', new AggregateError([new Error('ECONNREFUSED ::1')]), 'ECONNREFUSED ::1'],
    ['a code', Object.assign(new Error(''), { code: 'ECONNRESET' }), 'ECONNRESET'],
    ['what is no error', 'broken', 'broken'],
    ['an error that is its own cause', LOOP, 'a loop'],
  ])('%s', async (_, cause, reason) => {
    const { store, server } = await connectWith(
      { fetch: () => Promise.reject(cause), maxRetries: 0 },
      closeConnection,
    );
    await expect(store.listPets()).rejects.toMatchObject({
      name: 'ConnectionError',
      message: `listPets: GET ${server.baseUrl}/pets: ${reason}`,
      operation: 'listPets',
      cause,
    });
  });

  test('and a call that waits for the quota of another one names itself', async () => {
    const { store, server } = await connect(rateLimited({ 'Retry-After': '600' }));
    const message = 'The quota is used up (429)';
    await expect(store.listPets()).rejects.toMatchObject({ message: `listPets: ${message}` });
    await expect(store.getPet({ petId: 1 })).rejects.toMatchObject({
      name: 'RateLimitError',
      message: `getPet: ${message}`,
      operation: 'getPet',
      rawMessage: 'The quota is used up.',
    });
    expect(server.received).toHaveLength(1);
  });
});

test('when the browser is offline, then a call is tried once, and may succeed', async () => {
  const { store, server, clock } = await connect(closeConnection, json(200, []));
  const { navigator } = globalThis;
  const setNavigator = (value: unknown) =>
    Object.defineProperty(globalThis, 'navigator', { value, configurable: true });
  setNavigator({ onLine: false });
  try {
    await expect(store.listPets()).rejects.toMatchObject({ name: 'ConnectionError' });
    await expect(store.listPets()).resolves.toMatchObject({ items: [] });
  } finally {
    setNavigator(navigator);
  }
  expect(server.received).toHaveLength(2);
  expect(clock.delaysMs).toEqual([]);
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
