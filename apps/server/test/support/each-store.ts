// Tests of what a store keeps, on SQLite and PostgreSQL.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { IdempotencyClaim, StoredResponse } from '../../src/storage/store.js';
import type { Resources } from '../../src/tables.js';
import { describeIfService } from './describe-if-service.js';
import { createPostgresStore, createSqliteStore, type Store } from './open-stores.js';
import { createSchema } from './postgres.js';

export interface StoreContext {
  /** A new store for each test. */
  readonly store: Store;
  /** Another store on the same database, as an operator's command or another node opens it. */
  openAnother(): Promise<Store>;
  /** Runs SQL on a separate connection. */
  query(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

interface TestDatabase {
  open(): Promise<Store>;
  query: StoreContext['query'];
  drop(): Promise<void>;
}

export function describeEachStore(define: (context: StoreContext, name: string) => void): void {
  describe('in SQLite', () => define(useStore(createFile), 'SQLite'));
  describeIfService('PostgreSQL')('in PostgreSQL', () =>
    define(useStore(createPostgres), 'PostgreSQL'),
  );
}

/** A claim of the same caller for a day. */
export function claimOf(name: string, fingerprint = 'first request'): IdempotencyClaim {
  return {
    keyId: 'key',
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

function useStore(create: () => Promise<TestDatabase>): StoreContext {
  let database: TestDatabase;
  let store: Store;
  let others: Store[];
  beforeEach(async () => {
    database = await create();
    store = await database.open();
    others = [];
  });
  afterEach(async () => {
    await Promise.all([store, ...others].map((opened) => opened.close()));
    await database.drop();
  });
  return {
    get store() {
      return store;
    },
    async openAnother() {
      const another = await database.open();
      others.push(another);
      return another;
    },
    query: (sql) => database.query(sql),
  };
}

async function createFile(): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'animal-store-'));
  const file = join(folder, 'store.db');
  return {
    open: async () => createSqliteStore(file),
    async query(sql) {
      const database = new Database(file);
      try {
        const statement = database.prepare<[], Record<string, unknown>>(sql);
        if (statement.reader) return statement.all();
        statement.run();
        return [];
      } finally {
        database.close();
      }
    },
    drop: async () => rmSync(folder, { recursive: true }),
  };
}

async function createPostgres(): Promise<TestDatabase> {
  const { url, query, drop } = await createSchema();
  return {
    open: () => createPostgresStore(url),
    query: async (sql) => (await query(sql)).rows,
    drop,
  };
}
