// Mock Service Worker, in Node: its server is started after the client was made, as in a test suite of an app.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { AnimalStore } from '@animal-store/sdk';
import { createMockFetch } from '@animal-store/sdk/testing';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';

const PETS = 'https://api.animal-store.example/v1/pets';
const store = new AnimalStore({ baseUrl: new URL('.', PETS).href, apiKey: 'as_live_test' });

const server = setupServer();
before(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
after(() => server.close());

test('when MSW starts after the client was made, then it answers', async () => {
  server.use(http.get(PETS, () => HttpResponse.json([{ id: 1, name: 'Rex', categoryId: 1 }])));
  const { items } = await store.listPets();
  assert.deepEqual(items, [{ id: 1, name: 'Rex', categoryId: 1 }]);
});

test('when the mock is a handler of MSW, then a client that knows of neither is answered', async () => {
  const mock = createMockFetch({ pets: [{ name: 'Rex', categoryId: 1 }] });
  server.use(http.all('*/v1/*', ({ request }) => mock(request)));
  await store.createPet({ name: 'Big', categoryId: 9007199254740993n });
  const { items } = await store.listPets({ limit: 5 });
  assert.deepEqual(
    items.map(({ name, categoryId }) => [name, categoryId]),
    [
      ['Rex', 1],
      ['Big', 9007199254740993n],
    ],
  );
  assert.equal(mock.requests[0]?.operation, 'createPet');
});
