// Stores of the animal store's tables.
import {
  createPostgresStore as createPostgres,
  type PostgresStoreOptions,
} from '@animal-store/engine/internal/storage/postgres/postgres-store';
import type { IdempotencyClock } from '@animal-store/engine/internal/storage/sqlite/idempotency-clock';
import { createSqliteStore as createSqlite } from '@animal-store/engine/internal/storage/sqlite/sqlite-store';
import type { Store as AnyStore, OnCommit } from '@animal-store/engine/internal/storage/store';
import type { Resources } from '../../src/tables.js';
import { shop } from './plain-shop.js';

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
