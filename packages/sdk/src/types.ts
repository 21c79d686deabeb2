// Types of the API methods, derived from the contract's types.
import type {
  OperationId,
  ParameterValues,
  RequestBody,
  ResponseBody,
} from '@animal-store/contract';
import type { RateLimit } from './response/rate-limit.js';

export type { OperationId };

/** Options of a single call. They override the client's. */
export interface CallOptions {
  /** Cancels the call, including its waits and retries. It then rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Time limit of each attempt, in milliseconds. */
  timeoutMs?: number;
  /** Maximum number of retries. 0 disables them. */
  maxRetries?: number;
}

/** `unknown` is neutral in an intersection; the contract's types have `never` or `undefined` where there is nothing. */
type Neutral<Values> = [Values] extends [undefined] ? unknown : Values;

/** Flattens an intersection, so that editors show one object. */
type Simplify<T> = { [Key in keyof T]: T[Key] };

/** An operation's path parameters, query parameters and body properties in one object. */
export type Params<Id extends OperationId> = Simplify<
  Neutral<ParameterValues<Id, 'path'>> &
    Neutral<ParameterValues<Id, 'query'>> &
    Neutral<RequestBody<Id>>
>;

/** The JSON body of an operation's successful response; undefined if it has none. */
export type Result<Id extends OperationId> = ResponseBody<Id>;

type ItemOf<Id extends OperationId> = Result<Id> extends readonly (infer Item)[] ? Item : never;

/** A response's data with its headers and quota. */
export interface ApiResponse<Data> {
  data: Data;
  /** The platform's response: status and headers. Its body has already been read. */
  response: Response;
  /** The caller's quota; undefined if the response did not report it. */
  rateLimit: RateLimit | undefined;
  /** The `X-Request-Id`, under which the service logged the request. */
  requestId: string | undefined;
}

/** A promise of the response's data. */
export interface ApiPromise<Data> extends Promise<Data> {
  /** Resolves to the data with the response's headers and quota. It sends no second request. */
  withResponse(): Promise<ApiResponse<Data>>;
}

/** One page of a list. */
export interface Page<Item> {
  items: Item[];
  /** Fetches the next page, with the same parameters. Undefined on the last page. */
  next: ((options?: CallOptions) => ApiPromise<Page<Item>>) | undefined;
  /** The caller's quota; undefined if the response did not report it. */
  rateLimit: RateLimit | undefined;
}

/** The parameters may be omitted if none of them is required. */
type OperationFunction<Id extends OperationId, Returned> =
  Record<never, never> extends Params<Id>
    ? (params?: Params<Id>, options?: CallOptions) => Returned
    : (params: Params<Id>, options?: CallOptions) => Returned;

export type Method<Id extends OperationId> = OperationFunction<Id, ApiPromise<Result<Id>>>;

export type PagedMethod<Id extends OperationId> = OperationFunction<
  Id,
  ApiPromise<Page<ItemOf<Id>>>
> & {
  /** Iterates over the items of all pages. A page is fetched when the loop reaches it. */
  all: OperationFunction<Id, AsyncGenerator<ItemOf<Id>, void, undefined>>;
};
