// Mock contract: what the mock needs to know of the contract at run time. Generated from openapi.yaml.
import type { OperationId } from '@animal-store/contract';
import type { OperationData, PlainData } from '@animal-store/core/contract-data';

/** What the server knows, and how the mock answers. @template Id the names of the operations. */
export interface MockContract<Id extends string = OperationId>
  extends Pick<PlainData, 'basePath' | 'plans' | 'ban' | 'maxBodyBytes' | 'errorBounds'>,
    Pick<PlainData, 'idempotencyRetentionSeconds'> {
  /** The names of the resources that the mock stores. */
  resources: readonly string[];
  /** Sorted by `byPrecedence`. */
  operations: readonly MockOperation<Id>[];
}

export interface MockOperation<Id extends string = OperationId>
  extends Omit<OperationData, 'successes'> {
  id: Id;
  /** Of all responses that it declares. */
  statuses: readonly number[];
  /** The successful response. */
  reply: ExampleReply;
  /** Absent if the contract's example answers. */
  behavior?: Behavior;
}

interface ExampleReply {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** Absent if the response has none, or the operation has a behavior. */
  body?: unknown;
}

/** What an operation does with a resource. */
export type Behavior = ListBehavior | CreateBehavior | GetBehavior | UpdateBehavior;

export interface ListBehavior {
  kind: 'list';
  resource: string;
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
  kind: 'get' | 'remove';
  resource: string;
  /** The path parameter with the item's `id`. */
  parameter: string;
}

export interface UpdateBehavior
  extends Omit<GetBehavior, 'kind'>,
    Pick<CreateBehavior, 'properties'> {
  kind: 'update';
  /** Of a PUT: the properties that stay if they are not sent. All do by a PATCH. */
  kept?: readonly string[];
  /** The properties that can be null. Of the others, null leaves none. */
  nullable: readonly string[];
}
