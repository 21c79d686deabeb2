// Types of table definitions: which columns a schema of the contract needs, and the stores of its objects.
import type { components, Readable } from '@animal-store/contract';
import type { Int64 } from '@animal-store/core';
import type { ColumnType } from './columns.js';
import type { IsOptional, ResourceStore } from './stores/resource-store.js';

/** As replies have them: without `writeOnly` properties. */
type Schemas = {
  [Name in keyof components['schemas']]: Readable<components['schemas'][Name]>;
};
/** The schemas of the contract with an `id` of 64 bits: those that can be stored. */
type ItemSchema = {
  [Name in keyof Schemas]: Schemas[Name] extends { id: Int64 } ? Name : never;
}[keyof Schemas];

/** Tables by their names. */
export type Definitions = Readonly<
  Record<string, { [Name in ItemSchema]: DefinitionOf<Name> }[ItemSchema]>
>;

/** A store for each table, by its name. */
export type ResourcesOf<Tables extends Definitions> = {
  [Name in keyof Tables]: ResourceStore<
    Schemas[Tables[Name]['schema']],
    Tables[Name]['filters'][number] & keyof Schemas[Tables[Name]['schema']]
  >;
};

export interface DefinitionOf<Name extends ItemSchema> {
  /** The name of the stored object's schema in openapi.yaml. */
  schema: Name;
  /** Who assigns the ids. The database never assigns an id twice. */
  ids: 'database' | 'client';
  /** A column for each property of the schema. */
  columns: ColumnsOf<Schemas[Name]>;
  /** Properties whose values a listing may be limited to. They need an index on (property, id). */
  filters: readonly ScalarProperty<Schemas[Name]>[];
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
}[keyof Item];
