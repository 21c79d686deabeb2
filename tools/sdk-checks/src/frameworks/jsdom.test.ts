// jsdom, in which test suites of web apps run: its window is a browser's for the client.
import './dom.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnimalStore } from '@animal-store/sdk';
import { createMockFetch } from '@animal-store/sdk/testing';

test('when a window’s AbortSignal ends a call, then the call is rejected with its reason', async () => {
  const mock = createMockFetch();
  mock.failNext({ delayMs: 60_000 });
  const controller = new window.AbortController();
  const store = new AnimalStore({ environment: 'staging', apiKey: 'as_pub_test', fetch: mock });
  const call = store.listPets({}, { signal: controller.signal });
  controller.abort();
  await assert.rejects(call.then(), { name: 'AbortError' });
});
