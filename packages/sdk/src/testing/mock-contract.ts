// Mock contract: what the mock needs to know of the contract at run time. Generated from openapi.yaml.
import type { ErrorCode, OperationId, ResponseBody } from '@animal-store/contract';
import type { BanPolicy, Method, Quota } from '@animal-store/core';
import type { DeprecatedParts } from '@animal-store/core/http';

export interface MockContract {
  /** The path prefix of every operation: `/v1`. */
  basePath: string;
  /** The quota of requests without a valid key. */
  anonymousQuota: Quota;
  ban: BanPolicy;
  maxBodyBytes: number;
  idempotencyRetentionSeconds: number;
  errors: Readonly<Record<ErrorCode, ErrorRow>>;
  /** The names of the resources that the mock stores. */
  resources: readonly string[];
  operations: readonly MockOperation[];
}

export interface ErrorRow {
  status: number;
  message: string;
}

export interface MockOperation {
  id: OperationId;
  method: Method;
  /** Path template, relative to the base path: `/pets/{petId}`. */
  path: string;
  /** Media type of the request body, in lower case. JSON for an operation without a body. */
  bodyType: string;
  isBodyRequired?: boolean;
  isIdempotent?: boolean;
  /** The headers on every response of a deprecated operation. */
  deprecationHeaders?: Readonly<Record<string, string>>;
  /** The parameters and properties that are deprecated. Absent if there are none. */
  deprecatedParts?: DeprecatedParts;
  /** The successful response. An operation with a behavior has another body. */
  reply: ExampleReply;
  /** Absent if the contract's example answers. */
  behavior?: Behavior;
}

export interface ExampleReply {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** Absent if the response has no body. */
  mediaType?: string;
  body?: unknown;
}

/** What an operation does with a resource. */
export type Behavior = ListBehavior | CreateBehavior | GetBehavior;

export interface ListBehavior {
  kind: 'list';
  resource: string;
  /** Query parameters that are properties of an item. */
  filters: readonly { name: string; isRepeated?: boolean }[];
  /** Whether the operation takes `limit` and `cursor`. Otherwise it returns all items. */
  isPaged: boolean;
}

export interface CreateBehavior {
  kind: 'create';
  resource: string;
  /** The item's properties, in the order of the contract; absent if not all names are known. */
  properties?: readonly string[];
  /** Properties that every item has and no request, from the contract's example. */
  fill: Readonly<Record<string, unknown>>;
}

export interface GetBehavior {
  kind: 'get';
  resource: string;
  /** The path parameter with the item's `id`. */
  parameter: string;
}

/** The items of a listing. */
export type ItemOf<Id extends OperationId> =
  ResponseBody<Id> extends readonly (infer Item)[] ? Item : never;
