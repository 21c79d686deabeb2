// SDK against the running server: every operation, errors, exact integers.
import { AnimalStore, NotFoundError, UnauthorizedError } from '@animal-store/sdk';
import { operationOf, pathOf } from '../../support/contract-values.js';
import { startServer, type TestServer } from '../../support/start-server.js';

let server: TestServer;
let store: AnimalStore;
beforeEach(async () => {
  server = await startServer();
  store = new AnimalStore({
    baseUrl: `${server.url}/v1`,
    apiKey: server.key,
    onDeprecated: () => {},
  });
});
afterEach(() => server.close());

test('when an animal is created, then getPet and listPets return it', async () => {
  const rex = await store.createPet({ name: 'Rex', categoryId: 1, status: 'available' });
  await store.createPet({ name: 'Tom', categoryId: 2 });
  await expect(store.getPet({ petId: rex.id })).resolves.toEqual(rex);
  await expect(store.listPets({ status: 'available' })).resolves.toMatchObject({ items: [rex] });
});

test('when all pages are iterated, then every animal comes once', async () => {
  for (let count = 0; count < 45; count += 1)
    await store.createPet({ name: `n${count}`, categoryId: 1 });
  const names: string[] = [];
  for await (const { name } of store.listPets.all({ limit: 10 })) names.push(name);
  expect(names).toEqual(Array.from({ length: 45 }, (_, index) => `n${index}`));
});

test('orders are returned exactly', async () => {
  const order = {
    id: 9223372036854775807n,
    petId: 1,
    quantity: 2,
    shipDate: '2026-11-20T09:30:00Z',
    complete: false,
  };
  await server.store.orders.put([order]);
  await expect(store.listOrders()).resolves.toMatchObject({ items: [order] });
});

test('when an integer exceeds 2^53, then it is returned exactly', async () => {
  const pet = await store.createPet({ name: 'Big', categoryId: 9007199254740993n });
  expect(pet.categoryId).toBe(9007199254740993n);
});

test('errors of the service are typed', async () => {
  await expect(store.getPet({ petId: 99n })).rejects.toBeInstanceOf(NotFoundError);
  await expect(store.createPet({ name: '', categoryId: 1 })).rejects.toMatchObject({
    code: 'invalid_request',
    details: [{ in: 'body', path: '/name' }],
  });
  const anonymous = new AnimalStore({ baseUrl: `${server.url}/v1`, apiKey: 'as_live_wrong' });
  await expect(anonymous.listPets()).rejects.toBeInstanceOf(UnauthorizedError);
});

test('when an operation is deprecated, then onDeprecated gets its sunset date and successor', async () => {
  const {
    'x-deprecated-since': since = '',
    'x-deprecated-sunset': sunset = '',
    'x-deprecated-successor': successor = '',
  } = operationOf('getPet');
  const onDeprecated = jest.fn();
  const client = new AnimalStore({ baseUrl: `${server.url}/v1`, apiKey: server.key, onDeprecated });
  await client.getPet({ petId: 1 }).catch(() => {});
  expect(onDeprecated).toHaveBeenCalledWith({
    operation: 'getPet',
    since: new Date(since),
    sunset: new Date(sunset),
    successor: `/v1${pathOf(successor)}`,
  });
});
