// Types of a message in one direction: a response without write-only properties, a request without read-only ones.
// Those of openapi-typescript, which generates the markers, would turn a tuple into an array.

/** Marks a read-only property. */
export interface ReadOnly<T> {
  readonly $read: T;
}

/** Marks a write-only property. */
export interface WriteOnly<T> {
  readonly $write: T;
}

/** Whether a value has the marker. A value that is always null or absent has none. */
type IsMarked<T, Marker> = [NonNullable<T>] extends [never]
  ? false
  : NonNullable<T> extends Marker
    ? true
    : false;

export type Readable<T> =
  T extends ReadOnly<infer Value>
    ? Readable<Value>
    : T extends readonly unknown[]
      ? { [Index in keyof T]: Readable<T[Index]> }
      : T extends object
        ? {
            [Key in keyof T as IsMarked<T[Key], WriteOnly<unknown>> extends true
              ? never
              : Key]: Readable<T[Key]>;
          }
        : T;

/** Read-only properties cannot be sent. */
export type Writable<T> =
  T extends WriteOnly<infer Value>
    ? Writable<Value>
    : T extends readonly unknown[]
      ? { [Index in keyof T]: Writable<T[Index]> }
      : T extends object
        ? {
            [Key in keyof T as IsMarked<T[Key], ReadOnly<unknown>> extends true
              ? never
              : Key]: Writable<T[Key]>;
          } & {
            [Key in keyof T as IsMarked<T[Key], ReadOnly<unknown>> extends true
              ? Key
              : never]?: never;
          }
        : T;
