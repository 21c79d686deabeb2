// Table definitions: one entry for each stored resource. The store's interface, SQL, row mapping, caches, copies between
// databases and the check of the schema at startup follow from it.
//
// A column's name is its property in snake case. A new column or table also needs an entry in migrations.ts.
import type { components, Int64, Readable } from '@animal-store/contract';
import type { ColumnType } from './columns.js';

export const TABLES = {
  pets: {
    schema: 'Pet',
    ids: 'database',
    columns: {
      id: 'int64',
      name: 'text',
      categoryId: 'int64',
      status: 'text?',
    },
    filters: ['status'],
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
    filters: [],
  },
} as const satisfies Readonly<Record<string, TableDefinition>>;

export type TableName = keyof typeof TABLES;

/** As replies have them: without `writeOnly` properties. */
type Schemas = {
  [Name in keyof components['schemas']]: Readable<components['schemas'][Name]>;
};
/** The schemas of the contract with an `id` of 64 bits: those that can be stored. */
type ItemSchema = {
  [Name in keyof Schemas]: Schemas[Name] extends { id: Int64 } ? Name : never;
}[keyof Schemas];

/** The object that a table stores. */
export type ItemOf<Name extends TableName> = Schemas[(typeof TABLES)[Name]['schema']];
/** The properties by whose values a table can be listed. */
export type FilterOf<Name extends TableName> = (typeof TABLES)[Name]['filters'][number] &
  keyof ItemOf<Name>;

type TableDefinition = { [Name in ItemSchema]: DefinitionOf<Name> }[ItemSchema];

export interface DefinitionOf<Name extends ItemSchema> {
  /** The name of the stored object's schema in openapi.yaml. */
  schema: Name;
  /** Who assigns the ids. The database never assigns an id twice. */
  ids: 'database' | 'client';
  /** A column for each property of the schema. */
  columns: ColumnsOf<Schemas[Name]>;
  /** Properties whose values a listing may be limited to. They need an index on (property, id). */
  filters: readonly ScalarProperty<Schemas[Name]>[];
}

/** Exactly the properties of `Item`, with column types that hold all of their values. */
export type ColumnsOf<Item> = {
  readonly [Property in keyof Item]-?: ColumnOf<Item, Property> & ColumnType;
};

type ColumnOf<Item, Property extends keyof Item> =
  IsOptional<Item, Property> extends true
    ? null extends Item[Property]
      ? 'json?' // absent is NULL, null is JSON
      : `${KindOf<Item[Property]>}?`
    : null extends Item[Property]
      ? `${KindOf<Item[Property]>} | null`
      : KindOf<Item[Property]>;

type IsOptional<Item, Property extends keyof Item> =
  Partial<Pick<Item, Property>> extends Pick<Item, Property> ? true : false;

type KindOf<Value> = KindOfPresent<Exclude<Value, null | undefined>>;
type KindOfPresent<Value> = unknown extends Value
  ? 'json'
  : bigint extends Value
    ? 'int64'
    : [Value] extends [string]
      ? 'text'
      : [Value] extends [number]
        ? 'integer' | 'number'
        : [Value] extends [boolean]
          ? 'boolean'
          : 'json';

type ScalarProperty<Item> = {
  [Property in keyof Item]-?: KindOf<Item[Property]> extends 'json' ? never : Property;
}[keyof Item];
