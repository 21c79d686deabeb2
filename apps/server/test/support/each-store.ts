// Tests of what a store keeps, on SQLite and PostgreSQL.
import { createStore } from '@animal-store/engine/internal/storage/create-store';
import type { Schema } from '@animal-store/engine/internal/storage/schema';
import type {
  IdempotencyClaim,
  Store,
  StoredResponse,
} from '@animal-store/engine/internal/storage/store';
import type { Resources } from '../../src/tables.js';
import { describeEachDatabase, settingOf } from './each-database.js';
import { shop } from './plain-shop.js';
import { createSchema, type TestDatabase } from './postgres.js';

export interface StoreContext<Tables extends object = Resources> {
  /** A new store for each test. */
  readonly store: Store<Tables>;
  /** Another store on the same database, as an operator's command or another node opens it. */
  openAnother(): Promise<Store<Tables>>;
  /** Runs SQL on a separate connection. */
  query(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

type Define<Tables extends object> = (context: StoreContext<Tables>, name: string) => void;

export const describeEachStore = (define: Define<Resources>) =>
  describeEachStoreOf(shop.schema, define);

/** Of tables of their own, which edits of the animal store do not change. */
export function describeEachStoreOf<Tables extends object>(
  schema: Schema<Tables>,
  define: Define<Tables>,
): void {
  describeEachDatabase((database, name) => define(useStore(database, schema), name), createSchema);
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

function useStore<Tables extends object>(
  database: TestDatabase,
  schema: Schema<Tables>,
): StoreContext<Tables> {
  let store: Store<Tables>;
  let opened: Store<Tables>[];
  const open = async () => {
    const another = await createStore(settingOf(database), schema);
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
