// The SDK's options in TanStack Query itself.
import { AnimalStore } from '@animal-store/sdk';
import {
  createPetMutation,
  getPetOptions,
  listPetsInfiniteOptions,
  listPetsInfiniteQueryKey,
  listPetsOptions,
  listPetsQueryKey,
} from '@animal-store/sdk/tanstack-query';
import { createMockFetch } from '@animal-store/sdk/testing';
import { dehydrate, hydrate, MutationObserver, QueryClient } from '@tanstack/react-query';

const PETS = Array.from({ length: 5 }, (_, index) => ({ name: `Rex ${index}`, categoryId: 1 }));

function connect() {
  const mock = createMockFetch({ pets: PETS });
  const options = { baseUrl: 'https://store.example/v1', apiKey: 'as_live_test', fetch: mock };
  const store = new AnimalStore({ ...options, clock: mock.clock, onDeprecated: () => {} });
  return { mock, store, client: new QueryClient() };
}

test('when an identifier is a bigint, then the cache finds what was fetched by a number', async () => {
  const { mock, store, client } = connect();
  await client.fetchQuery(getPetOptions(store, { petId: 1 }));
  await client.fetchQuery({ ...getPetOptions(store, { petId: 1n }), staleTime: 1_000_000 });
  expect(mock.requests).toHaveLength(1);
});

test('when the key of a list is invalidated, then every page and list of pages of it is, and no other query', async () => {
  const { store, client } = connect();
  await client.fetchQuery(listPetsOptions(store, { limit: 2 }));
  await client.fetchInfiniteQuery(listPetsInfiniteOptions(store, { limit: 2 }));
  await client.fetchQuery(getPetOptions(store, { petId: 1 }));
  await client.invalidateQueries({ queryKey: listPetsQueryKey(store) });
  const isInvalidated = (queryKey: readonly unknown[]) =>
    client.getQueryState(queryKey)?.isInvalidated;
  expect(isInvalidated(listPetsQueryKey(store, { limit: 2 }))).toBe(true);
  expect(isInvalidated(listPetsInfiniteQueryKey(store, { limit: 2 }))).toBe(true);
  expect(isInvalidated(getPetOptions(store, { petId: 1 }).queryKey)).toBe(false);
});

test('when pages are fetched, then they follow each other to the end, and survive JSON', async () => {
  const { mock, store, client } = connect();
  const options = listPetsInfiniteOptions(store, { limit: 2 });
  const { pages } = await client.fetchInfiniteQuery({ ...options, pages: 9 });
  expect(pages.map(({ items }) => items.map(({ id }) => id))).toEqual([[1, 2], [3, 4], [5]]);

  const restored = new QueryClient();
  hydrate(restored, JSON.parse(JSON.stringify(dehydrate(client))));
  expect(restored.getQueryData(options.queryKey)).toMatchObject({ pages });
  const requests = mock.requests.length;
  await restored.fetchInfiniteQuery({ ...options, pages: 9 });
  expect(mock.requests.length).toBe(requests + 3);
});

test('when TanStack Query is told to retry a mutation, then its retries keep the idempotency key', async () => {
  const { mock, store, client } = connect();
  mock.failNext({ operation: 'createPet', status: 500, times: 2 });
  const mutation = new MutationObserver(client, {
    ...createPetMutation(store),
    retry: 2,
    retryDelay: 0,
  });
  await mutation.mutate({ name: 'Max', categoryId: 1 });
  const keys = mock.requests.map(({ headers }) => headers['idempotency-key']);
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  expect(mock.data.pets).toHaveLength(PETS.length + 1);
});

test('when a query is cancelled, then its request is aborted', async () => {
  const { mock, store, client } = connect();
  mock.failNext({ operation: 'listPets', delayMs: 60_000 });
  const pending = client.fetchQuery(listPetsOptions(store));
  await client.cancelQueries({ queryKey: listPetsQueryKey(store) });
  await expect(pending).rejects.toThrow('CancelledError');
});
