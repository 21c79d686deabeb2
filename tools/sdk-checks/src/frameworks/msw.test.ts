// Mock Service Worker, in Node: its server is started after the client was made, as in a test suite of an app.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AnimalStore } from '@animal-store/sdk';
import { createMockFetch } from '@animal-store/sdk/testing';
import { http } from 'msw';
import { setupServer } from 'msw/node';

const baseUrl = 'https://api.animal-store.example/v1';
const store = new AnimalStore({ baseUrl, apiKey: 'as_live_test' });

const server = setupServer();
before(() => server.listen({ onUnhandledRequest: 'error' }));
after(() => server.close());

test('when the mock is a handler of MSW, then a client that was made before is answered', async () => {
  const mock = createMockFetch({ pets: [{ name: 'Rex', categoryId: 1 }] });
  server.use(http.all('*/v1/*', ({ request }) => mock(request)));
  await store.createPet({ name: 'Big', categoryId: 9007199254740993n });
  const { items } = await store.listPets({ limit: 5 });
  const seen = items.map(({ name, categoryId }) => `${name} ${categoryId}`);
  assert.deepEqual(seen, ['Rex 1', 'Big 9007199254740993']);
  assert.equal(mock.requests[0]?.operation, 'createPet');
});
