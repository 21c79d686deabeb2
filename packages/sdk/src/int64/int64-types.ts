// Types of 64-bit integers in results and parameters.

/** Type of 64-bit integers in results: `number | bigint`, or `string`. */
export type Int64Mode = 'number' | 'string';

/**
 * The same type with `string` in place of each 64-bit integer, at any depth: what a client with `int64: 'string'`
 * returns. `Int64AsString<Pet>` has a `string` as its `id`.
 */
export type Int64AsString<T> = ReplaceInt64<T, string>;

/** The same type with `string` beside each 64-bit integer. */
export type WithDigits<T> = ReplaceInt64<T, string | number | bigint>;

/** `bigint` alone makes a 64-bit integer, not a type to which it is assignable, such as `{}`. */
type ReplaceInt64<T, By> = unknown extends T
  ? T
  : [Extract<T, bigint>] extends [never]
    ? ReplaceWithin<T, By>
    : By | ReplaceWithin<Exclude<T, number | bigint>, By>;

type ReplaceWithin<T, By> = T extends object ? { [Key in keyof T]: ReplaceInt64<T[Key], By> } : T;
