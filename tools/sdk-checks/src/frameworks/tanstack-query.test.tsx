// TanStack Query: the generated options in React's hooks, with the mock as the service.
import './dom.ts';
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { AnimalStore, type Int64, type NewPet, type Pet } from '@animal-store/sdk';
import {
  createPetMutation,
  getPetOptions,
  getPetQueryKey,
  listPetsInfiniteOptions,
  listPetsInfiniteQueryKey,
  listPetsOptions,
  listPetsQueryKey,
  type OptimisticContext,
  type QueryData,
} from '@animal-store/sdk/tanstack-query';
import { createMockFetch } from '@animal-store/sdk/testing';
import {
  QueryClient,
  QueryClientProvider,
  queryOptions,
  skipToken,
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

test('when an id is not known yet, then nothing is sent before it is', async () => {
  await client.fetchQuery(listPetsOptions(store));
  const useBoth = ({ petId }: { petId: number | undefined }) => [
    useQuery(getPetOptions(store, petId === undefined ? skipToken : { petId })),
    useQuery({ ...getPetOptions(store, { petId }), enabled: petId !== undefined }),
    useInfiniteQuery(listPetsInfiniteOptions(store, skipToken)),
    useQuery(listPetsOptions(store, skipToken)),
  ];
  const initialProps: { petId: number | undefined } = { petId: undefined };
  const { result, rerender } = renderHook(useBoth, { wrapper, initialProps });
  const states = () => result.current.map(({ data, fetchStatus }) => [data, fetchStatus]);
  assert.deepEqual(states(), Array(4).fill([undefined, 'idle']));
  assert.equal(mock.requests.length, 1);
  rerender({ petId: 1 });
  const rex = { id: 1, name: 'Rex', categoryId: 1, status: 'available' };
  const shown = [rex, rex, undefined, undefined].map((data) => [data, 'idle']);
  await waitFor(() => assert.deepEqual(states(), shown));
  assert.equal(mock.requests.length, 2); // both have one key
});

test('when an animal is shown before it is stored, then a failure takes it back', async () => {
  const { queryKey } = listPetsOptions(store);
  await client.fetchQuery(listPetsOptions(store));
  const names = () => client.getQueryData(queryKey)?.items.map(({ name }) => name);
  const useCreate = () =>
    useMutation({
      ...createPetMutation(store),
      onMutate(pet: NewPet): OptimisticContext<QueryData<'listPets'>> {
        const previous = client.getQueryData(queryKey);
        client.setQueryData(queryKey, (page) => {
          return page && { ...page, items: [...page.items, { id: 0, ...pet }] };
        });
        return { previous };
      },
      onError: (_error, _pet, context) => client.setQueryData(queryKey, context?.previous),
    });
  const { result } = renderHook(useCreate, { wrapper });
  mock.failNext({ status: 400 });
  const rejection = assert.rejects(result.current.mutateAsync({ name: 'Kit', categoryId: 1 }));
  await waitFor(() => assert.deepEqual(names(), ['Rex', 'Tom', 'Big', 'Kit']));
  await act(() => rejection);
  assert.deepEqual(names(), ['Rex', 'Tom', 'Big']);
});

/** What TanStack Query infers: checked by `tsc`, never run. */
export function useTypes(texts: AnimalStore<'string'>): void {
  useQuery(getPetOptions(texts, { petId: '1' })).data?.id satisfies string | undefined;
  useSuspenseQuery(getPetOptions(store, { petId: 1 })).data satisfies Pet;
  const { pages } = useSuspenseInfiniteQuery(listPetsInfiniteOptions(texts)).data;
  pages[0]?.items[0]?.id satisfies string | undefined;
  const select = ({ items }: { items: readonly unknown[] }) => items.length;
  useQuery({ ...listPetsOptions(texts), select }).data satisfies number | undefined;
  const pet = getPetOptions(store, { petId: 1 });
  // Without the variables, TypeScript would infer the types from `satisfies`.
  const cached = client.getQueryData(pet.queryKey);
  cached satisfies Pet | undefined;
  const again = client.getQueryData(queryOptions(pet).queryKey);
  again satisfies Pet | undefined;
  const text = client.getQueryData(getPetQueryKey(texts, { petId: 1 }));
  text?.id satisfies string | undefined;
  const list = client.getQueryData(listPetsInfiniteQueryKey(store, { limit: 2 }));
  list?.pages[0]?.items satisfies readonly Pet[] | undefined;
  // @ts-expect-error an animal is no list
  client.setQueryData(pet.queryKey, []);
  useTypesOfIds(undefined);
  const onSuccess = (pet: Pet, { name }: { name: string }) => void [pet, name];
  const { mutate } = useMutation({ ...createPetMutation(store), onSuccess });
  useMutation(createPetMutation(store)).mutate({ name: 'Rex', categoryId: 1, status: undefined });
  // @ts-expect-error name is missing
  mutate({ categoryId: 1 });
  // @ts-expect-error digits are for clients whose integers are strings
  getPetOptions(store, { petId: '1' });
  // @ts-expect-error misspelled
  getPetOptions(store, { petId: 1, petID: 1 });
}

/** An id that is not known yet. */
function useTypesOfIds(petId: Int64 | undefined): void {
  const skipped = getPetOptions(store, petId === undefined ? skipToken : { petId });
  useQuery(skipped).data satisfies Pet | undefined;
  const cached = client.getQueryData(skipped.queryKey);
  cached satisfies Pet | undefined;
  // @ts-expect-error it may be skipped
  useSuspenseQuery(skipped);
  useQuery({ ...getPetOptions(store, { petId }), enabled: petId !== undefined }).data satisfies
    | Pet
    | undefined;
  useInfiniteQuery(listPetsInfiniteOptions(store, skipToken)).data?.pages[0]?.items satisfies
    | Pet[]
    | undefined;
}
