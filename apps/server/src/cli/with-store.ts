// The store, opened for one command and closed afterwards. A server may be running on it at the same time.
import { readConfig } from '../config.js';
import { createStore } from '../storage/create-store.js';
import type { Store } from '../storage/store.js';

export async function withStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
  const store = await createStore(readConfig(process.env).database);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
