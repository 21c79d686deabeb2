// Types of 64-bit integers in results and parameters.

/** Type of 64-bit integers in results: `number | bigint`, or `string`. */
export type Int64Mode = 'number' | 'string';

/**
 * The same type with `string` in place of each 64-bit integer, at any depth: what a client with `int64: 'string'`
 * returns. `Int64AsString<Pet>` has a `string` as its `id`.
 */
export type Int64AsString<T> = unknown extends T
  ? T
  : HasBigInt<T> extends true
    ? string | AsStringWithin<Exclude<T, number | bigint>>
    : AsStringWithin<T>;

type AsStringWithin<T> = T extends object ? { [Key in keyof T]: Int64AsString<T[Key]> } : T;

/** The same type with `string` beside each 64-bit integer. */
export type WithDigits<T> = unknown extends T
  ? T
  : HasBigInt<T> extends true
    ? string | number | bigint | WithDigitsWithin<Exclude<T, number | bigint>>
    : WithDigitsWithin<T>;

type WithDigitsWithin<T> = T extends object ? { [Key in keyof T]: WithDigits<T[Key]> } : T;

/** Whether a member of the union is `bigint`. One to which `bigint` is assignable, such as `{}`, is none. */
type HasBigInt<T> = [Extract<T, bigint>] extends [never] ? false : true;
