// Contract data: all that a server needs of the contract at run time, as plain data and compiled validators.
import type { DeprecatedParts } from './http/deprecated-parts.js';
import type { OperationSpec } from './operation-spec.js';
import type { ContractTypes } from './operation-types.js';
import type { BanPolicy, Quota } from './rate-limit/quota.js';
import type { ErrorBounds } from './validation/error-details.js';
import type { RequestValidators } from './validation/request-validator.js';
import type { SchemaValidator } from './validation/schema-errors.js';

/** What is plain JSON of the contract data. */
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
  /** Read by express-openapi-validator. */
  requestDocument: RequestDocument;
  /** For each schema with a 64-bit `id`: the column type of each property, such as `int64` or `text?`. */
  stored: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** @template Types The types of the contract, which a shop takes from here. */
export interface ContractData<Types extends ContractTypes = ContractTypes> extends PlainData {
  /** Carries the type parameter alone: it has no value at run time. */
  readonly types?: Types;
  /** By the id of the operation. */
  validators: Readonly<Record<string, RequestValidators>>;
  /** The schemas of objects by name: an import may have rows of each. */
  rows: Readonly<Record<string, RowSchema>>;
}

export interface OperationData extends OperationSpec {
  /** The path with the base path: `/v1/pets/{petId}`. */
  route: string;
  /** In lower case. JSON for an operation without a body. */
  bodyMediaType: string;
  /** Whether it declares the header Idempotency-Key, and is not a GET. */
  isIdempotent: boolean;
  /** The media types of its successes with a body, by status. */
  mediaTypes: Readonly<Record<number, string>>;
  /** By code, as the examples of its responses declare them. The messages of the engine's own codes are in `ERRORS`. */
  errors: Readonly<Record<string, { status: number; message?: string }>>;
  /** Sent with every response. Empty for an operation that is not deprecated. */
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
  /**
   * `equals` takes a list of values as well. `absent` selects the items without the property if the parameter is true, and
   * those with it if it is false.
   */
  match: 'equals' | 'min' | 'max' | 'absent';
}

export interface RowSchema {
  /** The properties that a request may have, in all parts and branches of the schema. */
  properties: readonly { name: string; isRequired: boolean; types: readonly JsonType[] }[];
  /** Validates `{ body }`, as a request whose body has the schema. */
  validate: SchemaValidator;
}

/** The types of JSON: an integer is a number. */
type JsonType = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

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

/** express-openapi-validator requires a body if its schema has the keyword `required`, whatever the keyword lists. */
interface BodySchema {
  required?: readonly [];
  allOf: readonly [Readonly<Record<string, unknown>> | boolean];
}
