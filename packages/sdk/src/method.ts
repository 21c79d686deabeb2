// Owns the types of the methods: what each takes and gives, derived from the contract's types.
import type { operations } from '@animal-store/contract';
import type { RateLimit } from './rate-limit.js';

export type OperationId = keyof operations;

/** For one call; each overrides the client's own. */
export interface CallOptions {
  signal?: AbortSignal;
  /** How long one attempt may take, in milliseconds. */
  timeoutMs?: number;
  /** How often a failed attempt is repeated; 0: never. */
  maxRetries?: number;
}

type Place<Id extends OperationId, Name extends string> = operations[Id]['parameters'] extends {
  [P in Name]?: infer Values;
}
  ? OrNothing<NonNullable<Values>>
  : unknown;

/** openapi-typescript says `never` of a place without parameters; nothing is what we mean. */
type OrNothing<Values> = [Values] extends [never] ? unknown : Values;

type Body<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Json } };
}
  ? Json
  : unknown;

/** Shows an intersection as one flat object in an editor. */
type Flat<T> = { [Key in keyof T]: T[Key] };

/** The parameters of an operation, wherever they travel, side by side. */
export type Params<Id extends OperationId> = Flat<
  Place<Id, 'path'> & Place<Id, 'query'> & Body<Id>
>;

type Responses<Id extends OperationId> = operations[Id]['responses'];
type Success<Id extends OperationId> = {
  [Status in keyof Responses<Id>]: Status extends number
    ? `${Status}` extends `2${string}`
      ? Responses<Id>[Status]
      : never
    : never;
}[keyof Responses<Id>];

/** What an operation answers with. */
export type Result<Id extends OperationId> =
  Success<Id> extends { content: { 'application/json': infer Json } } ? Json : undefined;

type Item<Id extends OperationId> = Result<Id> extends readonly (infer Each)[] ? Each : never;

/** A reply with what came beside its data. */
export interface ApiResponse<Data> {
  data: Data;
  /** Its body has been read; its headers and status are there. */
  response: Response;
  /** The caller's quota as this reply told it; undefined if it did not. */
  rateLimit: RateLimit | undefined;
  /** The request's name in the service's log. */
  requestId: string | undefined;
}

/** A promise of the data. */
export interface ApiPromise<Data> extends Promise<Data> {
  /** The same reply, with its headers and quota. */
  withResponse(): Promise<ApiResponse<Data>>;
}

/** One page of a listing. */
export interface Page<Each> {
  items: Each[];
  /** Fetches the next page; undefined on the last one. */
  next: ((options?: CallOptions) => ApiPromise<Page<Each>>) | undefined;
  rateLimit: RateLimit | undefined;
}

/** Parameters come first; they may be left out where none is required. */
type Call<Id extends OperationId, Given> =
  Record<never, never> extends Params<Id>
    ? (params?: Params<Id>, options?: CallOptions) => Given
    : (params: Params<Id>, options?: CallOptions) => Given;

export type Method<Id extends OperationId> = Call<Id, ApiPromise<Result<Id>>>;

export type PagedMethod<Id extends OperationId> = Call<Id, ApiPromise<Page<Item<Id>>>> & {
  /** Every item of every page, fetched as the loop asks for them. */
  all: Call<Id, AsyncGenerator<Item<Id>, void, undefined>>;
};
