// Types of the API methods, derived from the contract's types.
import type { OperationId, ResponseBody, SuccessStatus } from '@animal-store/contract';
import type { Params } from './params.js';
import type { RateLimit } from './response/rate-limit.js';

export type { OperationId, Params };

/** Options of a single call. They override the client's. */
export interface CallOptions {
  /** Cancels the call, including its waits and retries. It then rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Time limit of each attempt, in milliseconds. */
  timeoutMs?: number;
  /** Maximum number of retries. 0 disables them. */
  maxRetries?: number;
}

/** The JSON body of an operation's successful responses; undefined for one without a body. */
export type Result<Id extends OperationId> = ResponseBody<Id>;

type ItemOf<Id extends OperationId> = Result<Id> extends readonly (infer Item)[] ? Item : never;

/** A response's data with its headers and quota. */
export interface ApiResponse<Data> {
  data: Data;
  /** The HTTP status, which tells the data apart if the operation has several successful responses. */
  status: number;
  /** The platform's response: status and headers. Its body has already been read. */
  response: Response;
  /** The caller's quota; undefined if the response did not report it. */
  rateLimit: RateLimit | undefined;
  /** The `X-Request-Id`, under which the service logged the request. */
  requestId: string | undefined;
}

/** A promise of the response's data. */
export interface ApiPromise<Data> extends Promise<Data> {
  /** Resolves to the data with the response's status, headers and quota. It sends no second request. */
  withResponse(): Promise<ApiResponse<Data>>;
}

/** The same for an operation with several successful statuses. */
export interface ApiUnionPromise<Reply extends ApiResponse<unknown>>
  extends Promise<Reply['data']> {
  /** Resolves to the data with the response's status, headers and quota. It sends no second request. */
  withResponse(): Promise<Reply>;
}

/** One page of a list. */
export interface Page<Item> {
  items: Item[];
  /** Fetches the next page, with the same parameters. Undefined on the last page. */
  next: ((options?: CallOptions) => ApiPromise<Page<Item>>) | undefined;
  /** The caller's quota; undefined if the response did not report it. */
  rateLimit: RateLimit | undefined;
}

/** The argument may be omitted if nothing in it is required. */
type OperationFunction<Id extends OperationId, Returned> =
  Record<never, never> extends Params<Id>
    ? (params?: Params<Id>, options?: CallOptions) => Returned
    : (params: Params<Id>, options?: CallOptions) => Returned;

export type Method<Id extends OperationId> = OperationFunction<
  Id,
  IsUnion<SuccessStatus<Id>> extends true ? ApiUnionPromise<Reply<Id>> : ApiPromise<Result<Id>>
>;

type Reply<Id extends OperationId> = {
  [Status in SuccessStatus<Id>]: ApiResponse<ResponseBody<Id, Status>> & { status: Status };
}[SuccessStatus<Id>];

type IsUnion<T, Whole = T> = T extends unknown ? ([Whole] extends [T] ? false : true) : never;

export type PagedMethod<Id extends OperationId> = OperationFunction<
  Id,
  ApiPromise<Page<ItemOf<Id>>>
> & {
  /** Iterates over the items of all pages. A page is fetched when the loop reaches it. */
  all: OperationFunction<Id, AsyncGenerator<ItemOf<Id>, void, undefined>>;
};
