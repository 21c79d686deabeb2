// jsdom, in which test suites of web apps run: its window is a browser's for the client.
import './dom.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnimalStore, type AnimalStoreOptions } from '@animal-store/sdk';
import { createMockFetch } from '@animal-store/sdk/testing';

const connect = (options: Partial<AnimalStoreOptions>) =>
  new AnimalStore({ environment: 'staging', apiKey: '', ...options });

test('when a window has a secret key, then the client is not created, and the key is not in the message', () => {
  const isTold = ({ message }: Error) =>
    /dangerouslyAllowBrowser/.test(message) && !message.includes('as_live_secret');
  assert.throws(() => connect({ apiKey: 'as_live_secret' }), isTold);
});

test('when a function returns a secret key in a window, then the call is rejected', async () => {
  const store = connect({ apiKey: () => 'as_live_secret' });
  await assert.rejects(store.listPets().then(), /dangerouslyAllowBrowser/);
});

test('when a window has a publishable key, or is told so, then calls reach the service', async () => {
  const fetch = createMockFetch();
  for (const options of [
    { apiKey: 'as_pub_test' },
    { apiKey: 'as_live_test', dangerouslyAllowBrowser: true },
  ]) {
    const { items } = await connect({ ...options, fetch }).listPets();
    assert.deepEqual(items, []);
  }
});

test('when a window’s AbortSignal ends a call, then the call is rejected with its reason', async () => {
  const mock = createMockFetch();
  mock.failNext({ delayMs: 60_000 });
  const controller = new window.AbortController();
  const store = connect({ apiKey: 'as_pub_test', fetch: mock });
  const call = store.listPets({}, { signal: controller.signal });
  controller.abort();
  await assert.rejects(call.then(), { name: 'AbortError' });
});
