// Operation specs: what the server and the SDK need to know of an operation at run time. Generated from openapi.yaml.

/** The methods that the server serves. It answers HEAD and OPTIONS for every path itself, and never serves TRACE. */
export const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;
/** HTTP method of an operation. */
export type Method = (typeof METHODS)[number];
export type ParameterIn = 'query' | 'path' | 'header';

/** @template Id the names of the contract's operations. */
export interface OperationSpec<Id extends string = string> {
  /** The name of the operation, and of its SDK method: `listPets`. */
  id: Id;
  method: Method;
  /** Path template, relative to the base path: `/pets/{petId}`. */
  path: string;
  parameters: readonly ParameterSpec[];
  /** Absent if the operation takes no body. */
  body?: BodySpec;
  /** The responses with a 2xx status. */
  successes: readonly SuccessSpec[];
}

/** How the text of a parameter becomes a value, and a value becomes text. */
export interface ParameterSpec {
  name: string;
  in: ParameterIn;
  isRequired: boolean;
  /** Type of the value or, in a list, of each item. */
  type: ParameterType;
  /** Whether the value may be null, which is sent as an empty text. */
  isNullable: boolean;
  /** Absent for a single value. */
  list?: ListFormat;
  /** The value if the client sends none. Absent if there is no default. */
  default?: unknown;
}

/** `integer` is exact as a number (up to 2^53 - 1), `int64` is a 64-bit integer. */
export type ParameterType = 'string' | 'boolean' | 'number' | 'integer' | 'int64';

/** A list has one `name=value` for each item, or one value with its items separated by commas. */
export type ListFormat = 'repeated' | 'comma-separated';

export interface BodySpec {
  /** `application/json`, or another type that ends in `+json`. */
  mediaType: string;
  isRequired: boolean;
  /** The property names of an object; absent for any other body, and for an object whose names are not all known. */
  properties?: readonly string[];
}

export interface SuccessSpec {
  status: number;
  /** Absent if the response has no body. */
  mediaType?: string;
}
