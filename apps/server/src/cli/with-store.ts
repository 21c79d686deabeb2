// Owns the opening of the store for one command, beside a server that may be running on it.
import { readConfig } from '../config.js';
import { openSqliteStore } from '../storage/sqlite/sqlite-store.js';
import type { Store } from '../storage/store.js';

export async function withStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
  const store = openSqliteStore(readConfig(process.env).databaseFile);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
