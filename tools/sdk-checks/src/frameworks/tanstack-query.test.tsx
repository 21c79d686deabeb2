// TanStack Query: the generated options in React's hooks, with the mock as the service.
import './dom.ts';
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { AnimalStore } from '@animal-store/sdk';
import {
  createPetMutation,
  getPetOptions,
  listPetsInfiniteOptions,
  listPetsOptions,
  listPetsQueryKey,
} from '@animal-store/sdk/tanstack-query';
import { createMockFetch } from '@animal-store/sdk/testing';
import {
  dehydrate,
  hydrate,
  QueryClient,
  QueryClientProvider,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { PropsWithChildren } from 'react';

const LARGE = 9007199254740993n;
const mock = createMockFetch({
  pets: [
    { id: 1, name: 'Rex', categoryId: 1, status: 'available' },
    { id: 2, name: 'Tom', categoryId: 1, status: 'sold' },
    { id: LARGE, name: 'Big', categoryId: 1 },
  ],
});
const store = new AnimalStore({
  environment: 'staging',
  apiKey: () => 'as_live_test',
  dangerouslyAllowBrowser: true,
  fetch: mock,
  clock: mock.clock,
  onDeprecated() {},
});

let client: QueryClient;
beforeEach(() => {
  mock.reset();
  client = createClient();
});
afterEach(cleanup);

/** Nothing is collected as garbage, because the timers for that would keep the process running. */
function createClient(): QueryClient {
  const gcTime = Number.POSITIVE_INFINITY;
  return new QueryClient({ defaultOptions: { queries: { gcTime }, mutations: { gcTime } } });
}

function wrapper({ children }: PropsWithChildren) {
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

test('when a component lists animals, then it gets pages as data, in which it goes on', async () => {
  const options = listPetsInfiniteOptions(store, { limit: 2 });
  const { result } = renderHook(() => useInfiniteQuery(options), { wrapper });
  await waitFor(() => assert.equal(result.current.data?.pages.length, 1));
  await act(async () => {
    await result.current.fetchNextPage();
  });
  await waitFor(() => assert.equal(result.current.data?.pages.length, 2));
  const names = result.current.data?.pages.flatMap(({ items }) => items.map(({ name }) => name));
  assert.deepEqual(names, ['Rex', 'Tom', 'Big']);
  assert.equal(result.current.hasNextPage, false);
});

test('when a component gets an animal by a bigint, then its key is JSON', async () => {
  const options = getPetOptions(store, { petId: LARGE });
  const { result } = renderHook(() => useQuery(options), { wrapper });
  await waitFor(() => assert.equal(result.current.data?.name, 'Big'));
  assert.deepEqual(JSON.parse(JSON.stringify(options.queryKey)), options.queryKey);
});

test('when the cache of a server is sent to a browser, then the pages arrive as they were', async () => {
  await client.fetchQuery(listPetsOptions(store, { limit: 2 }));
  const browser = createClient();
  hydrate(browser, structuredClone(dehydrate(client)));
  const page = browser.getQueryData(listPetsQueryKey(store, { limit: 2 }));
  assert.deepEqual(page, client.getQueryData(listPetsQueryKey(store, { limit: 2 })));
});

test('when a query fails, then TanStack Query does not retry what the client has retried', async () => {
  mock.failNext({ status: 503, times: 3 });
  const { result } = renderHook(() => useQuery(listPetsOptions(store)), { wrapper });
  await waitFor(() => assert.equal(result.current.status, 'error'));
  assert.equal(mock.requests.length, 3); // the attempts of one call
});

test('when a mutation is tried again after a lost response, then the animal is added once', async () => {
  const { result } = renderHook(() => useMutation(createPetMutation(store)), { wrapper });
  const pet = { name: 'Once', categoryId: 1 };
  mock.failNext({ operation: 'createPet', networkError: true, times: 3 });
  await act(() => assert.rejects(result.current.mutateAsync(pet)));
  await act(() => result.current.mutateAsync(pet));
  const keys = mock.requests.map(({ headers }) => headers['idempotency-key']);
  assert.equal(new Set(keys).size, 1);
  await act(() => result.current.mutateAsync(pet));
  assert.notEqual(mock.requests.at(-1)?.headers['idempotency-key'], keys[0]);
});
