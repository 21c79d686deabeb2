// Model of a schema, and of what a contract says at any place: where it stands, its extensions and its deprecation.
import type { Bounds } from './bounds.js';

/** Where something stands in the document: a JSON Pointer such as `#/paths/~1pets/get`. */
export type Pointer = string;

/** Values by the keys under which the contract has them. */
export type Extensions = Readonly<Record<string, unknown>>;

/** Whether something is deprecated, and its dates, which old contracts may have without the flag. Calendar dates: `2030-12-05`. */
export interface Deprecation {
  isDeprecated: boolean;
  /** `x-deprecated-since`. */
  since?: string;
  /** `x-deprecated-sunset`: when it may be removed. */
  sunset?: string;
  /** `x-deprecated-successor`: the operation to call instead. */
  successor?: string;
}

/** A place that has a schema, in itself or by a reference, and what stands beside the reference. */
export interface Edge {
  at: Pointer;
  /** The schema here, or the one that the reference leads to. */
  schema: Schema;
  /** The name of the component in the reference. Undefined if the schema stands here, or the reference names no component. */
  component?: string;
  /** Notes beside the reference, and beside those that it leads through. Those of a schema that stands here are in the schema. */
  notes: Notes;
}

/** What a schema says of its values, except which of them are valid. */
export interface Notes {
  title?: string;
  description?: string;
  /** `$comment`. */
  comment?: string;
  /** The value of what is left out; undefined if there is none. */
  default?: unknown;
  /** `example`, and then the items of `examples`. */
  examples: readonly unknown[];
  /** Whether the first of them is `example`. */
  hasExample: boolean;
  /** Requests do not have the property. */
  isReadOnly: boolean;
  /** Replies do not have the property. */
  isWriteOnly: boolean;
  deprecation: Deprecation | undefined;
  /** `x-…` and `externalDocs`. */
  extensions: Extensions;
}

/** Which values are valid: those that satisfy everything that a schema has. */
export interface Schema {
  at: Pointer;
  /** The name of the component. */
  name?: string;
  /** Whether no value is valid: the schema `false`. */
  isNever: boolean;
  /** Those declared that JSON Schema knows; undefined for values of all types. */
  types: readonly TypeName[] | undefined;
  /** `enum`: the only values. */
  enum: readonly unknown[] | undefined;
  /** `const`: the only value. */
  constant: { value: unknown } | undefined;
  format: string | undefined;
  pattern: string | undefined;
  /** Limits of numbers, texts, lists and objects. */
  bounds: Bounds;
  /** Of objects: the schemas of named properties. Undefined if the contract has no `properties`. */
  properties: ReadonlyMap<string, Edge> | undefined;
  required: readonly string[];
  /** `additionalProperties`: the schema of properties with other names. `false` is a schema that is never valid. */
  additional: Edge | undefined;
  /** Of lists. */
  items: Edge | undefined;
  /** A `$ref` beside keywords that validate: both hold. */
  reference: Edge | undefined;
  /** `allOf`, as written. */
  allOf: readonly Edge[];
  oneOf: Union | undefined;
  anyOf: Union | undefined;
  discriminator: Discriminator | undefined;
  notes: Notes;
  /** Keywords that the service does not serve, and values of another type than a validating keyword has, as they stand. */
  others: Extensions;
  /** The schemas of those that have one, and no list of them: `not`, `if`, `then`, `else`, `contains` and `propertyNames`. */
  otherSchemas: ReadonlyMap<string, Edge>;
}

export type TypeName = 'null' | 'boolean' | 'string' | 'number' | 'integer' | 'array' | 'object';

/** The alternatives of `oneOf` or `anyOf`. */
export interface Union {
  branches: readonly Edge[];
}

/** A property whose value selects the branch of the union beside it. */
export interface Discriminator {
  at: Pointer;
  property: string;
  /** Values of the property, each with the reference or the name of its schema. */
  mapping: ReadonlyMap<string, string>;
}
