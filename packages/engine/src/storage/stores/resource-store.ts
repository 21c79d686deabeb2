// Interface of the store of a resource. Its types follow from the table's definition. Its implementations are
// sqlite-resource-store.ts and postgres-resource-store.ts.
import type { Int64 } from '@animal-store/core';
import type { Json } from '../../lib/json.js';

export interface ResourceStore<
  Item extends { id: Int64 },
  Filters extends object = object,
  New = Omit<Item, 'id'>,
> {
  /** Adds an object whose id the database assigns. */
  insert<Sent extends New>(values: Sent & Only<Sent, New>): Promise<Item>;
  get(id: Int64): Promise<Json<Item> | undefined>;
  /** In ascending order of id. */
  list(request: PageRequest & Filters): Promise<Page<Item>>;
  /**
   * Sets the properties that `changes` has. One that is undefined becomes absent.
   * @param expected Values that the object must have; undefined: absent. Of calls at once that expect what they change, one
   * changes it.
   * @returns the changed object; undefined if there is none with this id and these values.
   */
  update<Sent extends Changes<Item>>(
    id: Int64,
    changes: Sent & Only<Sent, Changes<Item>>,
    expected?: Expected<Item>,
  ): Promise<Item | undefined>;
  /** @param expected As for `update`. @returns whether there was an object with this id and these values. */
  remove(id: Int64, expected?: Expected<Item>): Promise<boolean>;
  /** For ids that the client assigns. Adds objects, and replaces those whose id exists. Writes all of them or none. */
  put(items: readonly Item[]): Promise<void>;
}

/** Refuses properties without a column. TypeScript otherwise accepts them in a value that is not a literal. */
type Only<Sent, Known> = { [Property in Exclude<keyof Sent, keyof Known>]?: never };

type Changes<Item> = {
  [Property in Exclude<keyof Item, 'id'>]?:
    | Item[Property]
    | (IsOptional<Item, Property> extends true ? undefined : never);
};

/** Without properties that are arrays or objects, which are not compared. */
type Expected<Item> = Pick<Changes<Item>, ScalarProperty<Item> & keyof Changes<Item>>;

/** A property whose values are neither arrays nor objects. */
type ScalarProperty<Item> = {
  [Property in keyof Item]-?: NonNullable<Item[Property]> extends string | number | bigint | boolean
    ? Property
    : never;
}[keyof Item] &
  string;

type IsOptional<Item, Property extends keyof Item> =
  Partial<Pick<Item, Property>> extends Pick<Item, Property> ? true : false;

export interface PageRequest {
  /** The page begins after this id. If undefined, it begins at the first row. */
  after: Int64 | undefined;
  limit: number;
}

/** Callers with the same request may share one page. */
export interface Page<Item> {
  readonly items: Json<readonly Item[]>;
  /** The id after which the next page begins; undefined if there is none. */
  readonly nextAfter: Int64 | undefined;
}
