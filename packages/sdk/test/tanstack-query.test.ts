// Options of TanStack Query, called as its functions call them. In React's hooks: tools/sdk-checks.
import assert from 'node:assert/strict';
import type { WireParameter } from '../src/client/wire-operation.js';
import { AnimalStore, type NewPet, type PageData } from '../src/index.js';
import { infiniteQueryOptions, queryOptions } from '../src/tanstack-query/options.js';
import { queryKey } from '../src/tanstack-query/query-key.js';
import {
  createPetMutation,
  getPetOptions,
  getPetQueryKey,
  listPetsInfiniteOptions,
  listPetsOptions,
  listPetsQueryKey,
} from '../src/tanstack-query.js';
import { connect, page, REX } from './support/connect.js';
import { connectOperation } from './support/connect-operation.js';
import { json, type Responder } from './support/scripted-server.js';

const context = () => ({ signal: new AbortController().signal });

describe('keys', () => {
  test('when an identifier is a number, a bigint or digits, then its key is the same, and JSON', async () => {
    const { store } = await connect(json(200, REX));
    const keys = [5, 5n, '5'].map((petId) => queryKey(store, 'getPet', { petId }));
    expect(keys[1]).toEqual(keys[0]);
    expect(keys[2]).toEqual(keys[0]);
    expect(JSON.parse(JSON.stringify(keys[0]))).toEqual(keys[0]);
    const unsafe = [2n ** 53n, 2n ** 53n + 1n].map((petId) => getPetQueryKey(store, { petId }));
    expect(unsafe[0]).not.toEqual(unsafe[1]);
  });

  test('when a key is made, then it names the service and never the API key', async () => {
    const { store, server } = await connect(json(200, REX));
    const other = new AnimalStore({ baseUrl: 'https://other.example/v1', apiKey: 'as_live_test' });
    const key = getPetQueryKey(store, { petId: 1 });
    expect(key[0]).toBe(server.baseUrl);
    expect(getPetQueryKey(other, { petId: 1 })).not.toEqual(key);
    const options = [getPetOptions(store, { petId: 1 }), createPetMutation(store)];
    expect(JSON.stringify(options)).not.toContain('as_live');
  });

  test('when a client has integers as strings, then it shares no key with one that has numbers', async () => {
    const { store, server } = await connect(json(200, REX));
    const { baseUrl } = server;
    const strings = new AnimalStore({ baseUrl, apiKey: 'as_live_test', int64: 'string' });
    const query = getPetOptions(strings, { petId: '1' });
    expect(query.queryKey).not.toEqual(getPetQueryKey(store, { petId: 1 }));
    const { id } = await query.queryFn(context());
    expect(id satisfies string).toBe('1');
  });

  test('when a parameter is undefined, then its key is the one without it', async () => {
    const { store } = await connect(page([1]));
    const key = queryKey(store, 'listPets', { limit: 5, status: undefined });
    expect(key).toStrictEqual(listPetsQueryKey(store, { limit: 5 }));
  });
});

describe('queries', () => {
  test('when a query runs, then it sends its parameters once and resolves to the result', async () => {
    const { store, server } = await connect(json(200, REX));
    const { queryFn, retry } = getPetOptions(store, { petId: 2n ** 53n + 1n });
    await expect(queryFn(context())).resolves.toEqual(REX);
    expect(server.received.map(({ url }) => url)).toEqual(['/v1/pets/9007199254740993']);
    expect(retry).toBe(false);
  });

  test('when its signal is aborted, then the call is, too', async () => {
    const { store, server } = await connect(json(200, REX));
    const signal = AbortSignal.abort(new Error('unmounted'));
    const { queryFn } = getPetOptions(store, { petId: 1 });
    await expect(queryFn({ signal })).rejects.toThrow('unmounted');
    expect(server.received).toEqual([]);
  });

  test('when it has call options, then its calls have them, with the signal of TanStack Query', async () => {
    const { store, server } = await connect(page([1]), page([1]), json(200, REX));
    const headers = { 'X-Tenant': 'north' };
    const options = { headers, signal: AbortSignal.abort() };
    const infinite = listPetsInfiniteOptions(store, {}, options);
    await listPetsOptions(store, {}, options).queryFn(context());
    await infinite.queryFn({ ...context(), pageParam: infinite.initialPageParam });
    await getPetOptions(store, { petId: 1 }, options).queryFn(context());
    const tenants = server.received.map((request) => request.headers['x-tenant']);
    expect(tenants).toEqual(['north', 'north', 'north']);
    expect(listPetsOptions(store, {}, options).queryKey).toEqual(listPetsQueryKey(store, {}));
  });

  test('when it returns a page, then that is plain data', async () => {
    const { store } = await connect(page([1, 2], 'c1'));
    const data = await listPetsOptions(store).queryFn(context());
    expect(structuredClone(data)).toStrictEqual(data);
    expect(JSON.parse(JSON.stringify(data))).toStrictEqual(data);
    expect(data).toStrictEqual({ items: [REX, { ...REX, id: 2 }], nextCursor: 'c1' });
  });
});

describe('mutations', () => {
  const NEW_PET = { name: 'Rex', categoryId: 1 };
  const FAILURE = json(500, { code: 'internal_error', message: 'x', status: 500 });
  const CREATED = json(201, REX);

  test.each<[string, boolean, (pet: NewPet) => NewPet, Responder]>([
    ['the same variables have failed', true, (pet) => pet, FAILURE],
    ['they have succeeded', false, (pet) => pet, CREATED],
    ['others with the same values have failed', false, (pet) => ({ ...pet }), FAILURE],
    ['they had other values', false, (pet) => Object.assign(pet, { name: 'Max' }), FAILURE],
  ])('when %s, then the next mutation has the same idempotency key: %j', async (...row) => {
    const [, isSame, next, first] = row;
    const pet = { ...NEW_PET };
    const { store, server } = await connect(first, CREATED);
    const { mutationFn } = createPetMutation(store);
    await mutationFn(pet).catch(() => {});
    await mutationFn(next(pet));
    const keys = server.received.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[0] === keys[1]).toBe(isSame);
  });

  test('when a form has a key, then each of its mutations sends it, also with new variables', async () => {
    const { store, server } = await connect(FAILURE, CREATED);
    const options = { idempotencyKey: 'form-1', maxRetries: 0 };
    await createPetMutation(store, options)
      .mutationFn({ ...NEW_PET })
      .catch(() => {});
    await createPetMutation(store, options).mutationFn({ ...NEW_PET });
    const keys = server.received.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual(['form-1', 'form-1']);
  });

  test('when two mutations of the same variables run at the same time, then each takes effect', async () => {
    const { store, server } = await connect(FAILURE, FAILURE, CREATED);
    const pet = { ...NEW_PET };
    const send = () => createPetMutation(store).mutationFn(pet);
    await Promise.allSettled([send(), send()]);
    await Promise.all([send(), send()]);
    const keys = server.received.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys.slice(0, 2)).size).toBe(2);
    expect(new Set(keys.slice(2))).toEqual(new Set(keys.slice(0, 2)));
  });
});

describe('operations of other shapes', () => {
  const ID = 'growth' as never;

  test('when a structured list is read page by page, then each request has the parts of the first', async () => {
    const parameters: WireParameter[] = ['x', 'cursor'].map((name) => ({ name, in: 'query' }));
    const spec = { path: '/growth/{x}', isStructured: true };
    const inPath: WireParameter = { name: 'x', in: 'path', isRequired: true };
    const { callPaged, server } = await connectOperation(
      { ...spec, parameters: [inPath, ...parameters] },
      page([1], 'c1'),
      page([2]),
    );
    const params = { path: { x: 'a' }, query: { x: 'b' } };
    const options = infiniteQueryOptions(serviceOf(callPaged), ID, params, {}, 'query');
    const { queryFn, initialPageParam, getNextPageParam } = options;
    assert(typeof queryFn === 'function');
    const first = await queryFn({ ...context(), pageParam: initialPageParam });
    const pageParam = getNextPageParam(first as PageData<unknown>) ?? '';
    await queryFn({ ...context(), pageParam });
    expect(server.received.map(({ url }) => url)).toEqual([
      '/v1/growth/a?x=b',
      '/v1/growth/a?x=b&cursor=c1',
    ]);
    const later = { ...params, query: { cursor: 'c7' } };
    const ofLater = infiniteQueryOptions(serviceOf(callPaged), ID, later, {}, 'query');
    expect(ofLater.initialPageParam).toBe('c7');
  });

  test('when a query has no body in its response, then its data is null, which a cache can hold', async () => {
    const { call } = await connectOperation({ emptyStatuses: [204] }, (res) =>
      res.writeHead(204).end(),
    );
    const { queryFn } = queryOptions(serviceOf(call), ID, {});
    assert(typeof queryFn === 'function');
    await expect(queryFn(context())).resolves.toBeNull();
  });

  const serviceOf = (growth: unknown) => ({ baseUrl: 'x', int64: 'number' as const, growth });
});
