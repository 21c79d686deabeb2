// The store, opened for one command and closed afterwards. A server may be running on it at the same time.
import { readConfig } from '../config.js';
import { createStore, databaseName } from '../storage/create-store.js';
import type { Store } from '../storage/store.js';

/**
 * @param options.canCreate Whether the command may create a store that does not exist. Without it, a mistyped DATABASE_URL
 * is an error. With it, stderr says that a store is created.
 */
export async function withStore<T>(
  work: (store: Store) => Promise<T>,
  { canCreate = false }: { canCreate?: boolean } = {},
): Promise<T> {
  const { database } = readConfig(process.env);
  const onMissing = () => {
    if (!canCreate)
      throw new Error(
        'there is no store; check DATABASE_URL, or create one with `animal-store migrate`',
      );
    process.stderr.write(`creating a new store at ${databaseName(database)}.\n`);
  };
  const store = await createStore(database, { onMissing });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
