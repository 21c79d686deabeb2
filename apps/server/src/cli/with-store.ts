// Owns the opening of the store for one command, beside a server that may be running on it.
import { readConfig } from '../config.js';
import { openStore } from '../storage/open-store.js';
import type { Store } from '../storage/store.js';

export async function withStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(readConfig(process.env).database);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
