// The SDK drives the running service: every operation, errors, exact integers.
import { AnimalStore, NotFoundError, UnauthorizedError } from '@animal-store/sdk';
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

test('an animal that createPet added is what getPet gives, and is listed by its status', async () => {
  const rex = await store.createPet({ name: 'Rex', categoryId: 1, status: 'available' });
  await store.createPet({ name: 'Tom', categoryId: 2 });
  await expect(store.getPet({ petId: rex.id })).resolves.toEqual(rex);
  await expect(store.listPets({ status: 'available' })).resolves.toMatchObject({ items: [rex] });
});

test('all visits every animal once, page by page', async () => {
  for (let count = 0; count < 45; count += 1)
    await store.createPet({ name: `n${count}`, categoryId: 1 });
  const names: string[] = [];
  for await (const { name } of store.listPets.all({ limit: 10 })) names.push(name);
  expect(names).toEqual(Array.from({ length: 45 }, (_, index) => `n${index}`));
});

test('orders come exactly', async () => {
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

test('a 64-bit identifier comes back as it was sent', async () => {
  const pet = await store.createPet({ name: 'Big', categoryId: 9007199254740993n });
  expect(pet.categoryId).toBe(9007199254740993n);
});

test('the service’s refusals are typed errors', async () => {
  await expect(store.getPet({ petId: 99n })).rejects.toBeInstanceOf(NotFoundError);
  await expect(store.createPet({ name: '', categoryId: 1 })).rejects.toMatchObject({
    code: 'invalid_request',
    details: [{ in: 'body', path: '/name' }],
  });
  const stranger = new AnimalStore({ baseUrl: `${server.url}/v1`, apiKey: 'as_live_wrong' });
  await expect(stranger.listPets()).rejects.toBeInstanceOf(UnauthorizedError);
});

test('a deprecated operation is told with its sunset date and its successor', async () => {
  const onDeprecated = jest.fn();
  const client = new AnimalStore({ baseUrl: `${server.url}/v1`, apiKey: server.key, onDeprecated });
  await client.getPet({ petId: 1 }).catch(() => {});
  expect(onDeprecated).toHaveBeenCalledWith({
    operation: 'getPet',
    since: new Date('2026-11-20'),
    sunset: new Date('2030-12-05'),
    successor: '/v1/pets',
  });
});
