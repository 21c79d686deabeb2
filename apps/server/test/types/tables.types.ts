// Type tests for table definitions, run by `tsc`: it reports an unused `@ts-expect-error`.
import type { ContractTypes, Int64 } from '@animal-store/core';
import type { ResourceStore } from '@animal-store/engine/internal/storage/stores/resource-store';
import type { ColumnsOf, Definitions } from '@animal-store/engine/internal/storage/table-types';
import type { Same } from './same.js';

// Columns that hold the values of each kind of property.

/** As the generator writes it for a schema. */
interface Everything {
  id: 'int64';
  choice: 'text';
  count: 'integer';
  flag: 'boolean';
  weight: 'number';
  list: 'json';
  anything: 'json | null';
  optional: 'text?';
  optionalCount: 'integer?';
  nullable: 'int64 | null';
  nullableCount: 'integer | null';
}

export const kinds: Same<
  {
    -readonly [Property in keyof ColumnsOf<Everything>]: Extract<
      ColumnsOf<Everything>[Property],
      string
    >;
  },
  {
    id: 'int64';
    choice: 'text';
    count: 'integer' | 'number';
    flag: 'boolean';
    weight: 'number';
    list: 'json';
    anything: 'json | null';
    optional: 'text?';
    optionalCount: 'integer?' | 'number?';
    nullable: 'int64 | null';
    nullableCount: 'integer | null' | 'number | null';
  }
> = true;

interface Animal {
  id: Int64;
  name: string;
  categoryId: Int64;
  status?: 'available' | 'sold';
}
const columns = { id: 'int64', name: 'text', categoryId: 'int64', status: 'text?' } as const;
type AnimalColumns = ColumnsOf<typeof columns>;
export const complete: AnimalColumns = columns;
export const constrained: AnimalColumns = {
  ...columns,
  categoryId: { references: 'categories' },
  name: { type: 'text', unique: true },
};
// @ts-expect-error Only an id refers to a table.
export const reference: AnimalColumns = { ...columns, name: { references: 'names' } };
// @ts-expect-error A column has no property.
export const unknown: AnimalColumns = { ...columns, nickname: 'text?' };
// @ts-expect-error A required property cannot be NULL.
export const optional: AnimalColumns = { ...columns, name: 'text?' };

interface Types extends ContractTypes {
  stored: { Animal: typeof columns };
}
export const tables: Definitions<Types> = { animals: { schema: 'Animal', ids: 'client', columns } };
const errors = { schema: 'Error', ids: 'client', columns } as const;
// @ts-expect-error A schema that the contract does not store has no table.
export const notStored: Definitions<Types> = { errors };

// Values of the store.

declare const animals: ResourceStore<Animal, { status?: Animal['status'] }>;
declare const newAnimal: Omit<Animal, 'id'>;

export const inserted: Promise<Animal> = animals.insert(newAnimal);

declare const withMore: Omit<Animal, 'id'> & { nickname: string };
// @ts-expect-error The table has no column for a property.
animals.insert(withMore);

/** The body of a request, where `id` is read-only. */
declare const received: Omit<Animal, 'id'> & { id?: never };
animals.insert(received);
animals.update(1, received);
// @ts-expect-error A required property is missing.
animals.insert({ name: 'Hambone' });

animals.update(1, { name: 'Hambone', status: undefined });
// @ts-expect-error The name cannot be absent.
animals.update(1, { name: undefined });
// @ts-expect-error The id cannot be changed.
animals.update(1, { id: 2 });

declare const changes: { name: string; nickname?: string };
// @ts-expect-error The table has no column for a property.
animals.update(1, changes);

animals.list({ after: undefined, limit: 20, status: 'sold' });
// @ts-expect-error A table is filtered only by the parameters of its listings.
animals.list({ after: undefined, limit: 20, name: 'Hambone' });
