// Other clients on `store.fetch`: each waits for the quota, is retried, and keeps large integers exact.
import './dom.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnimalStore } from '@animal-store/sdk';
import { createFetchClient } from '@animal-store/sdk/openapi-fetch';
import { createMockFetch } from '@animal-store/sdk/testing';
import { createClient as createHeyApiClient } from '@hey-api/client-fetch';
import { QueryClient } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import axios from 'axios';
import ky from 'ky';
import { parse } from 'lossless-json';
import createReactQuery from 'openapi-react-query';
import { createQueryHook } from 'swr-openapi';

const LARGE = 9007199254740993n;
const PER_MINUTE = 5;
const PATH = '/pets/{petId}';
const params = { path: { petId: LARGE } };

/** For clients that parse the text themselves. */
const parseExact = (text: string) => parse(text, undefined, BigInt);

/** How each reads the animal with the large id. @returns its id */
const CLIENTS: Readonly<Record<string, (store: AnimalStore) => Promise<unknown>>> = {
  'openapi-fetch': async (store) => {
    const { data } = await createFetchClient(store).GET(PATH, { params });
    return data?.id;
  },
  'openapi-react-query': async (store) => {
    const api = createReactQuery(createFetchClient(store));
    const client = new QueryClient({ defaultOptions: { queries: { retry: false, gcTime: 0 } } });
    // A key of TanStack Query is JSON, which has no bigint.
    const options = api.queryOptions('get', '/pets', { params: { query: { status: 'sold' } } });
    const [pet] = await client.fetchQuery(options);
    return pet?.id;
  },
  'swr-openapi': async (store) => {
    const useQuery = createQueryHook(createFetchClient(store), `store-${Math.random()}`);
    const query = { params: { query: { status: 'sold' as const } } };
    const { result, unmount } = renderHook(() => useQuery('/pets', query));
    await waitFor(() => assert.ok(result.current.data));
    unmount();
    return result.current.data?.[0]?.id;
  },
  ky: async (store) => {
    const { fetch, baseUrl: prefixUrl } = store;
    const client = ky.create({ fetch, prefixUrl, retry: 0, parseJson: parseExact });
    return idOf(await client.get(`pets/${LARGE}`).json());
  },
  axios: async (store) => {
    const client = axios.create({
      adapter: 'fetch',
      env: { fetch: store.fetch },
      baseURL: store.baseUrl,
      transformResponse: parseExact,
    });
    return idOf((await client.get(`/pets/${LARGE}`)).data);
  },
  'hey-api': async (store) => {
    const client = createHeyApiClient({ fetch: store.fetch, baseUrl: store.baseUrl });
    const { data } = await client.get({ url: PATH, path: params.path });
    return idOf(data);
  },
};

for (const [name, readId] of Object.entries(CLIENTS))
  test(`when ${name} is on store.fetch, then it waits, is retried, and keeps integers exact`, async () => {
    const mock = createMockFetch({
      pets: [{ id: LARGE, name: 'Big', categoryId: 1, status: 'sold' }],
      quota: { perMinute: PER_MINUTE, perDay: 1_000 },
    });
    const store = new AnimalStore({
      environment: 'staging',
      apiKey: 'as_live_test',
      fetch: mock,
      clock: mock.clock,
      onDeprecated() {},
    });
    mock.failNext({ status: 503, times: 2 });
    assert.equal(await readId(store), LARGE);
    assert.equal(mock.requests.length, 3);
    const startMs = mock.clock.now();
    for (let count = 0; count <= PER_MINUTE; count += 1) assert.equal(await readId(store), LARGE);
    assert.ok(mock.clock.now() > startMs); // the quota of a minute was used up
  });

function idOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'id' in body ? body.id : undefined;
}
