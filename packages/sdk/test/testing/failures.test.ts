// Failures that a test orders.
import { contract } from '../../generated/mock.js';
import { ConnectionError, ServerError } from '../../src/index.js';
import { createMockFetch } from '../../src/testing.js';
import { connectMock } from '../support/connect-mock.js';

afterEach(() => jest.restoreAllMocks());

const withKey = { headers: { Authorization: 'Bearer as_live_test' } };
const PETS = 'https://mock.example/v1/pets';
const ORDERS = 'https://mock.example/v1/store/orders';

test('when an operation fails next, then others still work', async () => {
  const { mock } = connectMock();
  mock.failNext({ operation: 'listOrders', status: 503 });
  expect((await mock(PETS, withKey)).status).toBe(200);
  const failed = await mock(ORDERS, withKey);
  expect(failed.status).toBe(503);
  expect(failed.headers.get('retry-after')).toBe('1');
  expect(failed.headers.get('x-ratelimit-limit')).toMatch(/^\d+$/);
  const message = 'The service is temporarily unavailable.';
  await expect(failed.json()).resolves.toEqual({ code: 'unavailable', message, status: 503 });
  expect((await mock(ORDERS, withKey)).status).toBe(200);
});

test('when the code is given, then the status is that of the contract, with its headers', async () => {
  const { mock } = connectMock();
  mock.failNext({ code: 'key_banned', headers: { 'Retry-After': '300' } });
  const banned = await mock(PETS, withKey);
  expect(banned.status).toBe(429);
  await expect(banned.json()).resolves.toMatchObject({
    code: 'key_banned',
    message: expect.stringContaining('Try again after 300 s.'),
  });
  mock.failNext({ status: 401 });
  expect((await mock(PETS, withKey)).headers.get('www-authenticate')).toContain('invalid_token');
});

test('when the code is none of the contract, then the client takes it for an unknown one', async () => {
  const { mock, store } = connectMock({}, { maxRetries: 0 });
  mock.failNext({ status: 500, code: 'out_of_food' });
  const error = { status: 500, code: 'unknown', rawCode: 'out_of_food' };
  await expect(store.listPets()).rejects.toMatchObject(error);
});

test('when the code is the operation’s own, then the client gets it once, with its status', async () => {
  const soldOut = { status: 409, message: 'All animals are sold.' };
  const listPets = contract.operations.find(({ id }) => id === 'listPets');
  if (listPets) jest.replaceProperty(listPets, 'errors', { sold_out: soldOut });
  const { mock, store } = connectMock();
  mock.failNext({ operation: 'listPets', code: 'sold_out' });
  mock.failNext({ status: 409 });
  const error = { status: 409, rawCode: 'sold_out', rawMessage: soldOut.message };
  await expect(store.listPets()).rejects.toMatchObject(error);
  await expect(store.listPets()).rejects.toMatchObject(error);
  expect(mock.requests).toHaveLength(2);
  const other = { operation: 'listPets', code: 'not_found' } as const;
  const declared = 'code must be one of sold_out (409), or a new one with a status';
  for (const failure of [other, { ...other, status: 404 }, { code: 'sold_out', status: 404 }])
    expect(() => mock.failNext({ ...other, ...failure })).toThrow(declared);
});

test('when the status is a proxy’s, then the body is not JSON', async () => {
  const { mock, store } = connectMock({}, { maxRetries: 0 });
  mock.failNext({ status: 502 });
  await expect(store.listPets()).rejects.toBeInstanceOf(ServerError);
  mock.failNext({ status: 502 });
  expect((await mock(PETS, withKey)).headers.get('content-type')).toBe('text/plain');
});

test('when validation errors are given, then the client has them, and nothing is stored', async () => {
  const { mock, store } = connectMock();
  const details = [{ in: 'body', path: '/name', code: 'invalid', message: 'is taken' } as const];
  mock.failNext({ operation: 'createPet', status: 400, details });
  await expect(store.createPet({ name: 'Rex', categoryId: 1 })).rejects.toMatchObject({
    details: [{ path: '/name', message: 'is taken' }],
  });
  expect(mock.data.pets).toEqual([]);
});

test('when the network fails, then the call rejects as fetch does, and nothing is stored', async () => {
  const { mock, store } = connectMock({}, { maxRetries: 0 });
  mock.failNext({ networkError: true, times: 2 });
  await expect(mock(PETS, withKey)).rejects.toThrow(TypeError);
  const call = store.createPet({ name: 'Rex', categoryId: 1 });
  await expect(call).rejects.toBeInstanceOf(ConnectionError);
  expect(mock.data.pets).toEqual([]);
});

test('when a delay is given alone, then the reply is late, and an abort ends it at once', async () => {
  const { mock } = connectMock();
  mock.failNext({ delayMs: 60_000 });
  const controller = new AbortController();
  const reply = mock(PETS, { ...withKey, signal: controller.signal });
  while (mock.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
  controller.abort('enough');
  await expect(reply).rejects.toBe('enough');
  mock.failNext({ delayMs: 5 });
  expect((await mock(PETS, withKey)).status).toBe(200);
});

test.each<[object, string]>([
  [{}, 'a failure must have a status, a code, networkError or delayMs'],
  [{ status: 200 }, 'status must be an integer from 400 to 599 (got 200)'],
  [{ status: 500, times: 0 }, 'times must be an integer from 1 (got 0)'],
  [{ status: 500, operation: 'sellPet' }, 'operation must be one of the contract (got "sellPet")'],
])('when a failure is %p, then a TypeError says why', (failure, message) => {
  expect(() => createMockFetch().failNext(failure)).toThrow(new TypeError(message));
});
