// The store, opened for one command and closed afterwards. A server may be running on it at the same time.
import type { Shop } from '../define-shop.js';
import { readConfig } from '../settings/settings.js';
import { createFolderOf, createStore, databaseName } from '../storage/create-store.js';
import type { Store } from '../storage/store.js';

/**
 * @param options.canCreate Whether the command may create a store that does not exist. Without it, a mistyped DATABASE_URL
 * is an error. With it, stderr says that a store is created.
 * @param options.createsFolder Whether it then also creates the folder.
 */
export async function withStore<Resources extends object, T>(
  { product, schema }: Pick<Shop<Resources>, 'product' | 'schema'>,
  work: (store: Store<Resources>) => Promise<T>,
  {
    canCreate = false,
    createsFolder = false,
  }: { canCreate?: boolean; createsFolder?: boolean } = {},
): Promise<T> {
  const { database } = readConfig(process.env, product.name);
  if (createsFolder) createFolderOf(database);
  let isNew = false;
  const onMissing = () => {
    if (!canCreate)
      throw new Error(
        `there is no store; check DATABASE_URL, or create one with \`${product.name} migrate\``,
      );
    isNew = true;
  };
  const store = await createStore(database, schema, { onMissing });
  if (isNew) process.stderr.write(`created a new store at ${databaseName(database)}.\n`);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
