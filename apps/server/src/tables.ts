// Tables: one entry for each stored resource. The store's interface, SQL, row mapping, caches, copies between databases and
// the check of the schema at startup follow from it.
//
// A column's name is its property in snake case. A new column or table also needs an entry in migrations.ts.
import type { ContractTypes } from '@animal-store/contract/server';
import type { Definitions, ResourcesOf } from '@animal-store/engine';

export const TABLES = {
  pets: {
    schema: 'Pet',
    ids: 'database',
    isBusy: true,
    columns: {
      id: 'int64',
      name: 'text',
      categoryId: 'int64',
      status: 'text?',
    },
  },
  orders: {
    schema: 'Order',
    ids: 'client',
    columns: {
      id: 'int64',
      petId: 'int64',
      quantity: 'integer',
      shipDate: 'text',
      complete: 'boolean',
    },
  },
} as const satisfies Definitions<ContractTypes>;

/** What handlers, imports and commands get as their store. */
export type Resources = ResourcesOf<ContractTypes, typeof TABLES>;

/** The types of this shop, by which the engine types its handlers. */
export interface AnimalStore extends ContractTypes {
  resources: Resources;
}
