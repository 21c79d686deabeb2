// Int64 shapes: where a value of the contract has 64-bit integers. Generated from openapi.yaml.

/** A place in a value. Places of its parts are indexes into the list of all shapes. */
export interface Int64Shape {
  /** Whether a number here is a 64-bit integer, or may be one among other numbers. Absent: it is none. */
  number?: 'int64' | 'any';
  /** Whether a string here may be text that the contract has. It is then no digits of an integer. */
  isText?: boolean;
  /** The forms that an array or an object may have. Absent if none has an integer. */
  variants?: readonly Int64Variant[];
}

/** A form of an array or an object, and what tells it apart from the others. */
export interface Int64Variant {
  items?: number;
  /** `null` for an item without an integer. */
  prefixItems?: readonly (number | null)[];
  properties?: Readonly<Record<string, number>>;
  /** Properties with any other name. */
  others?: number;
  /** Names of properties that it always has. */
  required?: readonly string[];
  /** Names of all properties that it can have. */
  known?: readonly string[];
  /** Values that its properties can have. */
  values?: Readonly<Record<string, readonly unknown[]>>;
}

/** Places of an operation's `body` and of its results by status. Absent are those without an integer. */
export type OperationInt64s = Readonly<Record<string, number>>;
