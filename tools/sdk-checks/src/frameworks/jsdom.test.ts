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

test('when a window’s AbortSignal ends a call, then the call is rejected with its reason', async () => {
  const mock = createMockFetch();
  mock.failNext({ delayMs: 60_000 });
  const controller = new window.AbortController();
  const store = connect({ apiKey: 'as_pub_test', fetch: mock });
  const call = store.listPets({}, { signal: controller.signal });
  controller.abort();
  await assert.rejects(call.then(), { name: 'AbortError' });
});
