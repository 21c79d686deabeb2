// Contract data: all that a server needs of the contract at run time, as plain data and compiled validators.
import type { DeprecatedParts } from './http/deprecated-parts.js';
import type { OperationSpec } from './operation-spec.js';
import type { ContractTypes } from './operation-types.js';
import type { BanPolicy, Quota } from './rate-limit/quota.js';
import type { ErrorBounds } from './validation/error-details.js';
import type { RequestValidators } from './validation/request-validator.js';
import type { SchemaValidator } from './validation/schema-errors.js';

/** The part of it that is plain data. */
export interface PlainData {
  title: string;
  version: string;
  /** The path prefix of every operation, taken from the URLs in `servers`: `/v1`. */
  basePath: string;
  /** Sorted by `byPrecedence`. */
  operations: readonly OperationData[];
  plans: Readonly<Record<string, Quota | 'custom'>> & { readonly free: Quota };
  ban: BanPolicy;
  maxBodyBytes: number;
  errorBounds: ErrorBounds;
  idempotencyRetentionSeconds: number;
  /** The names of all header parameters. */
  requestHeaders: readonly string[];
  /** The names of all headers that the contract declares on any response. */
  responseHeaders: readonly string[];
  /** What express-openapi-validator reads. */
  requestDocument: RequestDocument;
  /** Of each schema with an `id` of 64 bits: the types of columns that hold its objects, by property: `int64`, `text?`. */
  stored: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** @template Types The types of the contract, which a shop takes from here. */
export interface ContractData<Types extends ContractTypes = ContractTypes> extends PlainData {
  /** Only a type: no contract has a value here. */
  readonly types?: Types;
  /** By the id of the operation. */
  validators: Readonly<Record<string, RequestValidators>>;
  /** Schemas of objects, which rows of an import may have, by their names. */
  rows: Readonly<Record<string, RowSchema>>;
}

export interface OperationData extends OperationSpec {
  /** The path with the base path: `/v1/pets/{petId}`. */
  route: string;
  /** In lower case. JSON for an operation without a body. */
  bodyMediaType: string;
  /** Whether it declares the header Idempotency-Key, and is not a GET. */
  isIdempotent: boolean;
  /** Of its successes with a body, by status. */
  mediaTypes: Readonly<Record<number, string>>;
  /** By code, as the examples of its responses declare them. The messages of the server's own codes are in `ERRORS`. */
  errors: Readonly<Record<string, { status: number; message?: string }>>;
  /** On every response. Empty for an operation that is not deprecated. */
  deprecationHeaders: Readonly<Record<string, string>>;
  /** The parameters and properties that are deprecated. Absent if there are none. */
  deprecatedParts?: DeprecatedParts;
  /** Absent if it lists no stored objects by pages. */
  listing?: Listing;
}

/** What a GET with `limit` and `cursor` returns an array of. */
export interface Listing {
  /** The name of the items' schema. */
  schema: string;
  /** By the name of the query or path parameter. */
  filters: Readonly<Record<string, Filter>>;
}

/** Which items a parameter selects. */
export interface Filter {
  property: string;
  /** `equals` also selects by one of several values, `absent` by true items without the property, by false those with it. */
  match: 'equals' | 'min' | 'max' | 'absent';
}

export interface RowSchema {
  /** Those that a request may have, in all parts and branches. An integer is a number here. */
  properties: readonly { name: string; isRequired: boolean; types: readonly JsonType[] }[];
  /** Validates `{ body }`, as a request whose body has the schema. */
  validate: SchemaValidator;
}

/** The types of JSON: an integer is a number. */
export type JsonType = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

/** The contract as express-openapi-validator reads it, without parameters and responses, which it does not validate. */
export interface RequestDocument {
  openapi: string;
  paths: Record<string, Record<string, RequestOperation>>;
  components: {
    schemas: Record<string, unknown>;
    securitySchemes: Readonly<Record<string, unknown>>;
  };
  security?: unknown;
}

export interface RequestOperation {
  operationId: string;
  security?: unknown;
  requestBody?: {
    required: boolean;
    content: Readonly<Record<string, { schema: BodySchema }>>;
  };
}

/** The validator asks it whether the body may be missing: it may not if there is the keyword `required`. */
export interface BodySchema {
  required?: readonly [];
  allOf: readonly [Readonly<Record<string, unknown>> | boolean];
}
