// Tests of what a store keeps, on SQLite and PostgreSQL.
import type { IdempotencyClaim, StoredResponse } from '@animal-store/engine/internal/storage/store';
import type { Resources } from '../../src/tables.js';
import { describeEachDatabase } from './each-database.js';
import { createPostgresStore, createSqliteStore, type Store } from './open-stores.js';
import { createSchema, type TestDatabase } from './postgres.js';

export interface StoreContext {
  /** A new store for each test. */
  readonly store: Store;
  /** Another store on the same database, as an operator's command or another node opens it. */
  openAnother(): Promise<Store>;
  /** Runs SQL on a separate connection. */
  query(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

export function describeEachStore(define: (context: StoreContext, name: string) => void): void {
  describeEachDatabase((database, name) => define(useStore(database), name), createSchema);
}

/** A claim of the same caller for a day. */
export function claimOf(name: string, fingerprint = 'first request'): IdempotencyClaim {
  return {
    keyId: 'key',
    operation: 'createPet',
    name,
    fingerprint: Buffer.from(fingerprint),
    retentionMs: 86_400_000,
  };
}

/** Creates a pet, and responds with its JSON. */
export async function createPet({ pets }: Resources): Promise<StoredResponse> {
  const pet = await pets.insert({ name: 'Hambone', categoryId: 7 });
  return { status: 201, headers: {}, body: JSON.stringify(pet) };
}

function useStore(database: TestDatabase): StoreContext {
  let store: Store;
  let opened: Store[];
  const open = async () => {
    const file = /^file:(.*)/.exec(database.url)?.[1];
    const another =
      file === undefined ? await createPostgresStore(database.url) : createSqliteStore(file);
    opened.push(another);
    return another;
  };
  beforeEach(async () => {
    opened = [];
    store = await open();
  });
  afterEach(() => Promise.all(opened.map((one) => one.close())));
  return {
    get store() {
      return store;
    },
    openAnother: open,
    query: async (sql) => (await database.query(sql)).rows,
  };
}
