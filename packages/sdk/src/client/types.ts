// Types of the API methods, derived from the contract's types.
import type {
  OperationId,
  ParameterValues,
  ResponseBody,
  SuccessStatus,
} from '@animal-store/contract';
import type { Int64AsString, Int64Mode, WithDigits } from '../int64/int64-types.js';
import type { RateLimit } from '../response/rate-limit.js';
import type { Params } from './params.js';

export type { OperationId, Params };

/** Options of a single call that are handed to `fetch` as they are. */
export interface FetchOptions {
  /** How the platform's HTTP cache is used. */
  cache?:
    | 'default'
    | 'force-cache'
    | 'no-cache'
    | 'no-store'
    | 'only-if-cached'
    | 'reload'
    | undefined;
  /** Whether cookies are sent. */
  credentials?: 'include' | 'omit' | 'same-origin' | undefined;
  /** Whether the request may outlive its page. */
  keepalive?: boolean | undefined;
  /** How Next.js caches the response. */
  next?: { revalidate?: number | false | undefined; tags?: string[] | undefined } | undefined;
}

/** The part of `fetch` that the client uses, which the platforms' own types and undici's have in common. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>;

/** What the client sends with a request, beside the `FetchOptions` of the call. */
export interface FetchInit {
  method: string;
  headers: Record<string, string>;
  body: string | null;
  redirect: 'manual';
  signal: AbortSignal;
}

/** What the client reads of a response. */
export interface FetchResponse {
  readonly status: number;
  readonly statusText: string;
  readonly ok: boolean;
  readonly type: string;
  readonly url: string;
  readonly redirected: boolean;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}

/** Options of a single call. They override the client's. */
export interface CallOptions extends FetchOptions {
  /** Cancels the call, including its waits and retries. It then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Time limit of each attempt, in milliseconds. */
  timeoutMs?: number | undefined;
  /** Maximum number of retries. 0 disables them. */
  maxRetries?: number | undefined;
  /** Headers to add, by name. They cannot replace those that the client sends itself, such as `Authorization`. */
  headers?: Readonly<Record<string, string>> | undefined;
}

/** Options of a call of an operation that has the header `Idempotency-Key`. */
export interface IdempotentCallOptions extends CallOptions {
  /**
   * Identifies the call, so that another one with the same key and the same parameters gets the response to the first one.
   * Default: a random key for each call. All attempts of a call have the same key.
   */
  idempotencyKey?: string | undefined;
}

export type OptionsOf<Id extends OperationId> = [ParameterValues<Id, 'header'>] extends [never]
  ? CallOptions
  : 'Idempotency-Key' extends keyof ParameterValues<Id, 'header'>
    ? IdempotentCallOptions
    : CallOptions;

/**
 * The JSON body of an operation's successful responses; undefined for one without a body. Values may be added to an enum
 * later: a `switch` over one needs a `default`.
 */
export type Result<Id extends OperationId, Mode extends Int64Mode = 'number'> = InMode<
  Mode,
  ResponseBody<Id>
>;

type InMode<Mode extends Int64Mode, Value> = Mode extends 'string' ? Int64AsString<Value> : Value;

/** An item of a list. */
export type ItemOf<Id extends OperationId> =
  Result<Id> extends readonly (infer Item)[] ? Item : never;

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
export interface ApiPromise<Data, Whole = ApiResponse<Data>> extends Promise<Data> {
  /** Resolves to the data with the response's status, headers and quota. It sends no second request. */
  withResponse(): Promise<Whole>;
}

/** The same for an operation with several successful statuses. */
export type ApiUnionPromise<Whole extends ApiResponse<unknown>> = ApiPromise<Whole['data'], Whole>;

/** The data of a page, which can be cached, cloned and serialized: the type of `{ ...page }`. */
export interface PageData<Item> {
  items: Item[];
  /** The `cursor` parameter of the next page. Absent on the last page. */
  nextCursor?: string;
}

/** One page of a list, which iterates over its items. Its accessors are on the prototype, so that a copy has only its data. */
export declare abstract class Page<Item> implements PageData<Item> {
  items: Item[];
  /**
   * The `cursor` parameter of the next page. Absent on the last page.
   * @throws PaginationError, as does a copy of the page, if it is unknown whether this is the last page.
   */
  nextCursor?: string;
  [Symbol.iterator](): IterableIterator<Item>;
  /**
   * Fetches the next page, with the same parameters. Undefined on the last page.
   * @throws PaginationError if it is unknown whether this is the last page.
   */
  get next(): ((options?: CallOptions) => ApiPromise<Page<Item>>) | undefined;
  /** The caller's quota; undefined if the response did not report it. */
  get rateLimit(): RateLimit | undefined;
}

type OperationFunction<Id extends OperationId, Mode extends Int64Mode, Argument, Returned> = Call<
  Id,
  Mode extends 'string' ? WithDigits<Argument> : Argument,
  Returned
>;

/** The argument may be omitted if nothing in it is required. */
type Call<Id extends OperationId, Argument, Returned> =
  Record<never, never> extends Argument
    ? (params?: Argument, options?: OptionsOf<Id>) => Returned
    : (params: Argument, options?: OptionsOf<Id>) => Returned;

/** `Data` and `Argument` are types of the contract's schemas where there are such, because editors show their names. */
export type Method<
  Id extends OperationId,
  Mode extends Int64Mode = 'number',
  Data = Result<Id>,
  Argument = Params<Id>,
> = OperationFunction<
  Id,
  Mode,
  Argument,
  IsUnion<SuccessStatus<Id>> extends true
    ? ApiUnionPromise<ResponseOf<Id, Mode>>
    : ApiPromise<InMode<Mode, Data>>
>;

type ResponseOf<Id extends OperationId, Mode extends Int64Mode> = {
  [Status in SuccessStatus<Id>]: ApiResponse<InMode<Mode, ResponseBody<Id, Status>>> & {
    status: Status;
  };
}[SuccessStatus<Id>];

type IsUnion<T, Whole = T> = T extends unknown ? ([Whole] extends [T] ? false : true) : never;

export type PagedMethod<
  Id extends OperationId,
  Mode extends Int64Mode = 'number',
  Item = ItemOf<Id>,
  Argument = Params<Id>,
> = OperationFunction<Id, Mode, Argument, ApiPromise<Page<InMode<Mode, Item>>>> & {
  /** Iterates over the items of all pages. A page is fetched when the loop reaches it. */
  all: OperationFunction<Id, Mode, Argument, AsyncGenerator<InMode<Mode, Item>, void, undefined>>;
};
