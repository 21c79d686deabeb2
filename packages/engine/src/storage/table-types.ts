// Types of table definitions: which columns a schema of the contract needs, and the stores of its objects.
import type { ContractTypes, Int64, ParameterValues, Readable } from '@animal-store/core';
import type { ColumnDefinition, ColumnType } from './columns.js';
import type { IsOptional, PageRequest, ResourceStore } from './stores/resource-store.js';
import type { TableDefinition } from './table.js';

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
  [Name in keyof Tables]: ResourceOf<Types, SchemasOf<Types>, Tables[Name]>;
};

type ResourceOf<Types extends ContractTypes, Schemas, Table> = Table extends {
  schema: infer Name extends keyof Schemas;
}
  ? Schemas[Name] extends infer Item extends { id: Int64 }
    ? ResourceStore<Item, Filters<ListingParameters<Types, Name>>>
    : never
  : never;

/** The parameters of the listings of a schema, in a union. */
type ListingParameters<Types extends ContractTypes, Name> = {
  [Id in keyof Types['listings'] & keyof Types['operations']]: Types['listings'][Id] extends Name
    ?
        | ParameterValues<Types['operations'][Id], 'query'>
        | ParameterValues<Types['operations'][Id], 'path'>
    : never;
}[keyof Types['listings'] & keyof Types['operations']];

type Filters<Parameters> = {
  [Name in Exclude<NamesOf<Parameters>, keyof PageRequest | 'cursor'>]?:
    | ReadonlyList<ValueOf<Parameters, Name>>
    | undefined;
};
type NamesOf<Part> = Part extends unknown ? keyof Part : never;
type ValueOf<Part, Name> = Part extends unknown
  ? Name extends keyof Part
    ? Part[Name]
    : never
  : never;
export type ReadonlyList<Value> = Value extends readonly (infer Item)[] ? readonly Item[] : Value;

export interface DefinitionOf<Name extends string, Item> extends TableDefinition {
  schema: Name;
  columns: ColumnsOf<Item>;
}

/** Exactly the properties of `Item`, with column types that hold all of their values. */
export type ColumnsOf<Item> = {
  readonly [Property in keyof Item]-?: Definition<ColumnOf<Item, Property> & ColumnType>;
};

type Definition<Type extends ColumnType> =
  | Type
  | (ColumnDefinition & { type: Type })
  | ('int64' extends Type ? ColumnDefinition & { type?: Type } : never);

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
