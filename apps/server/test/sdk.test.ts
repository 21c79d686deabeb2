// The server, driven through the SDK.
import { AnimalStore, ApiError } from '@animal-store/sdk';
import { startServer, type TestServer } from './support/start-server.js';

let server: TestServer;
let store: AnimalStore;
beforeEach(async () => {
  server = await startServer();
  store = storeWith(server.key);
});
afterEach(() => server.close());

const storeWith = (apiKey: string) => new AnimalStore({ baseUrl: `${server.url}/v1`, apiKey });

async function refusal(call: Promise<unknown>): Promise<ApiError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

test('an animal that was added is listed by its status, and found by its id', async () => {
  const sold = await store.createPet({ name: 'Hambone', categoryId: 1, status: 'sold' });
  const other = await store.createPet({ name: 'Emily', categoryId: 2 });
  expect(sold).toEqual({ id: 1, name: 'Hambone', categoryId: 1, status: 'sold' });
  expect(await store.listPets()).toEqual([sold, other]);
  expect(await store.listPets({ limit: 1 })).toEqual([sold]);
  expect(await store.listPets({ status: 'sold' })).toEqual([sold]);
  expect(await store.getPet({ petId: other.id })).toEqual(other);
});

test.each([
  9_007_199_254_740_991, // the largest that a number holds exactly
  9_007_199_254_740_993n,
  9_223_372_036_854_775_807n,
  -9_223_372_036_854_775_808n,
])('the 64-bit integer %p goes there and back exactly', async (categoryId) => {
  const { id } = await store.createPet({ name: 'Hambone', categoryId });
  expect((await store.getPet({ petId: id })).categoryId).toBe(categoryId);
});

test('orders are listed', async () => {
  const order = {
    id: 9_007_199_254_740_993n,
    petId: 7,
    quantity: 1,
    shipDate: '2026-11-20T09:30:00Z',
    complete: false,
  };
  await server.store.orders.put([order]);
  expect(await store.listOrders({ limit: 5 })).toEqual([order]);
});

test('a refusal is an ApiError with its code, its status, and each fault', async () => {
  expect(await refusal(store.createPet({ name: '', categoryId: 1 }))).toMatchObject({
    code: 'invalid_request',
    status: 400,
    details: [{ in: 'body', path: '/name' }],
  });
  expect(await refusal(storeWith('wrong').listPets())).toMatchObject({
    code: 'unauthorized',
    status: 401,
    details: [],
  });
  expect(await refusal(store.getPet({ petId: 404 }))).toMatchObject({
    code: 'not_found',
    status: 404,
  });
});
