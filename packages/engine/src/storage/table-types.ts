// Types of table definitions: which columns a schema of the contract needs, and the stores of its objects.
import type { ContractTypes, Int64, Readable } from '@animal-store/core';
import type { ColumnType } from './columns.js';
import type { IsOptional, ResourceStore } from './stores/resource-store.js';

/** As replies have them: without `writeOnly` properties. */
type SchemasOf<Types extends ContractTypes> = {
  [Name in keyof Types['schemas']]: Readable<Types['schemas'][Name]>;
};
/** The schemas of the contract with an `id` of 64 bits: those that can be stored. */
type ItemSchema<Schemas> = {
  [Name in keyof Schemas]: Schemas[Name] extends { id: Int64 } ? Name : never;
}[keyof Schemas] &
  string;

/** Tables by their names. */
export type Definitions<Types extends ContractTypes> = Readonly<
  Record<string, AnyDefinition<SchemasOf<Types>>>
>;

type AnyDefinition<Schemas> = {
  [Name in ItemSchema<Schemas>]: DefinitionOf<Name, Schemas[Name]>;
}[ItemSchema<Schemas>];

/** A store for each table, by its name. */
export type ResourcesOf<Types extends ContractTypes, Tables> = {
  [Name in keyof Tables]: ResourceOf<SchemasOf<Types>, Tables[Name]>;
};

type ResourceOf<Schemas, Table> = Table extends {
  schema: infer Name extends keyof Schemas;
  filters: readonly (infer Filter)[];
}
  ? Schemas[Name] extends infer Item extends { id: Int64 }
    ? ResourceStore<Item, Filter & keyof Item>
    : never
  : never;

export interface DefinitionOf<Name, Item> {
  /** The name of the stored object's schema in openapi.yaml. */
  schema: Name;
  /** Who assigns the ids. The database never assigns an id twice. */
  ids: 'database' | 'client';
  /** A column for each property of the schema. */
  columns: ColumnsOf<Item>;
  /** Properties whose values a listing may be limited to. They need an index on (property, id). */
  filters: readonly ScalarProperty<Item>[];
  /** Whether PostgreSQL's connections for reads and for writes are separate, so that neither waits for the other. */
  isBusy?: true;
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
}[keyof Item] &
  string;
