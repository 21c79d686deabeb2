// Types of table definitions: the columns that the contract needs for a schema, and the stores of its objects.
import type { ContractTypes, Int64, ParameterValues, Readable } from '@animal-store/core';
import type { ColumnDefinition, ColumnType } from './columns.js';
import type { PageRequest, ResourceStore } from './stores/resource-store.js';
import type { TableDefinition } from './table.js';

/** As replies have them: without `writeOnly` properties. */
type SchemasOf<Types extends ContractTypes> = {
  [Name in keyof Types['schemas']]: Readable<Types['schemas'][Name]>;
};

/** Tables by their names. */
export type Definitions<Types extends ContractTypes> = Readonly<
  Record<string, AnyDefinition<Types['stored']>>
>;

type AnyDefinition<Stored> = {
  [Name in keyof Stored & string]: DefinitionOf<Name, Stored[Name]>;
}[keyof Stored & string];

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

/** @template Columns The types of columns that the contract needs, by property. */
interface DefinitionOf<Name extends string, Columns> extends TableDefinition {
  schema: Name;
  columns: ColumnsOf<Columns>;
}

/** Exactly the properties of the schema, with column types that hold all of their values. */
export type ColumnsOf<Columns> = {
  readonly [Property in keyof Columns]: Definition<OrNumber<Columns[Property]> & ColumnType>;
};

/** A column of numbers holds integers, too. */
type OrNumber<Type> = Type extends `integer${infer Suffix}` ? Type | `number${Suffix}` : Type;

type Definition<Type extends ColumnType> =
  | Type
  | (ColumnDefinition & { type: Type })
  | ('int64' extends Type ? ColumnDefinition & { type?: Type } : never);
