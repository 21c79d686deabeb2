// Stores of the animal store's tables.
import { shop } from '../../src/shop.js';
import {
  createPostgresStore as createPostgres,
  type PostgresStoreOptions,
} from '../../src/storage/postgres/postgres-store.js';
import type { IdempotencyClock } from '../../src/storage/sqlite/idempotency-clock.js';
import { createSqliteStore as createSqlite } from '../../src/storage/sqlite/sqlite-store.js';
import type { Store as AnyStore, OnCommit } from '../../src/storage/store.js';
import type { Resources } from '../../src/tables.js';

export type Store = AnyStore<Resources>;

export function createSqliteStore(
  file: string,
  clock?: IdempotencyClock,
  onCommit?: OnCommit,
): Store {
  return createSqlite(file, shop.schema, clock, onCommit);
}

export function createPostgresStore(url: string, options?: PostgresStoreOptions): Promise<Store> {
  return createPostgres(url, shop.schema, options);
}
