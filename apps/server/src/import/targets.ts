// Targets of imports: the schema of their rows in openapi.yaml, and how valid rows are stored.
import { document, type NewPet, type Order } from '@animal-store/contract';
import { type ObjectProperty, propertiesOf } from '@animal-store/contract/request-schemas';
import type { Resources } from '../storage/resource-store.js';
import type { Row } from './row-format.js';
import { createRowValidator, type ValidatedRow } from './row-validator.js';

export type TargetName = 'pets' | 'orders';

export interface ImportTarget {
  resource: TargetName;
  /** What the rows are called, in the plural. */
  noun: string;
  properties: readonly ObjectProperty[];
  validate(row: Row): ValidatedRow;
  /** @param rows Valid ones. */
  write(resources: Resources, rows: readonly unknown[]): Promise<unknown>;
}

export function createTarget(resource: TargetName): ImportTarget {
  switch (resource) {
    case 'pets':
      return toTarget<NewPet>('pets', 'animals', 'NewPet', ({ pets }, rows) =>
        Promise.all(rows.map((row) => pets.insert(row))),
      );
    case 'orders':
      return toTarget<Order>('orders', 'orders', 'Order', ({ orders }, rows) => orders.put(rows));
  }
}

/** @param schema That of the type `Item`. */
function toTarget<Item>(
  resource: TargetName,
  noun: string,
  schema: string,
  write: (resources: Resources, rows: readonly Item[]) => Promise<unknown>,
): ImportTarget {
  return {
    resource,
    noun,
    properties: propertiesOf(schema, document),
    validate: createRowValidator(schema, document),
    write: (resources, rows) => write(resources, rows as readonly Item[]), // the schema has validated them
  };
}
