// TanStack Query: the generated options in React's hooks, with the mock as the service.
import './dom.ts';
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { AnimalStore, type Pet } from '@animal-store/sdk';
import {
  createPetMutation,
  getPetOptions,
  listPetsInfiniteOptions,
  listPetsOptions,
  listPetsQueryKey,
} from '@animal-store/sdk/tanstack-query';
import { createMockFetch } from '@animal-store/sdk/testing';
import {
  QueryClient,
  QueryClientProvider,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useSuspenseInfiniteQuery,
  useSuspenseQuery,
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
let lostAnswers = 0;
const store = new AnimalStore({
  environment: 'staging',
  apiKey: () => 'as_live_test',
  dangerouslyAllowBrowser: true,
  async fetch(input, init) {
    const response = await mock(input, init);
    if (lostAnswers === 0) return response;
    lostAnswers -= 1;
    throw new TypeError('the connection was lost');
  },
  clock: mock.clock,
  onDeprecated() {},
});

let client: QueryClient;
beforeEach(() => {
  mock.reset();
  const gcTime = Number.POSITIVE_INFINITY; // the timers for garbage would keep the process running
  client = new QueryClient({ defaultOptions: { queries: { gcTime }, mutations: { gcTime } } });
});
afterEach(cleanup);

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

test('when the key of a list is invalidated, then every page and list of pages is, and no other query', async () => {
  await client.fetchQuery(listPetsOptions(store, { limit: 2 }));
  await client.fetchInfiniteQuery(listPetsInfiniteOptions(store, { limit: 2 }));
  await client.fetchQuery(getPetOptions(store, { petId: LARGE }));
  await client.invalidateQueries({ queryKey: listPetsQueryKey(store) });
  const queries = client.getQueryCache().getAll();
  assert.deepEqual(
    queries.map(({ state }) => state.isInvalidated),
    [true, true, false],
  );
});

test('when a query fails, then TanStack Query does not retry what the client has retried', async () => {
  mock.failNext({ status: 503, times: 3 });
  const { result } = renderHook(() => useQuery(listPetsOptions(store)), { wrapper });
  await waitFor(() => assert.equal(result.current.status, 'error'));
  assert.equal(mock.requests.length, 3); // the attempts of one call
});

test('when the answer to a form was lost, then its next submit with the same key adds no second animal', async () => {
  const options = createPetMutation(store, { idempotencyKey: 'form-1', maxRetries: 0 });
  const { result } = renderHook(() => useMutation(options), { wrapper });
  const submit = () => result.current.mutateAsync({ name: 'Kit', categoryId: 1 });
  lostAnswers = 1;
  await act(() => assert.rejects(submit()));
  await act(submit);
  assert.equal(mock.data.pets.filter(({ name }) => name === 'Kit').length, 1);
});

/** What TanStack Query infers: checked by `tsc`, never run. */
export function useTypes(texts: AnimalStore<'string'>): void {
  useQuery(getPetOptions(texts, { petId: '1' })).data?.id satisfies string | undefined;
  useSuspenseQuery(getPetOptions(store, { petId: 1 })).data satisfies Pet;
  const { pages } = useSuspenseInfiniteQuery(listPetsInfiniteOptions(texts)).data;
  pages[0]?.items[0]?.id satisfies string | undefined;
  const select = ({ items }: { items: readonly unknown[] }) => items.length;
  useQuery({ ...listPetsOptions(texts), select }).data satisfies number | undefined;
  const { queryKey } = queryOptions(getPetOptions(store, { petId: 1 }));
  client.getQueryData(queryKey) satisfies Pet | undefined;
  const onSuccess = (pet: Pet, { name }: { name: string }) => void [pet, name];
  const { mutate } = useMutation({ ...createPetMutation(store), onSuccess });
  // @ts-expect-error name is missing
  mutate({ categoryId: 1 });
  // @ts-expect-error digits are for clients whose integers are strings
  getPetOptions(store, { petId: '1' });
}
