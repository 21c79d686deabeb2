// Handler types, derived from the contract: the request that a handler receives and the responses that it may return. An
// operation without a handler, an undeclared status, and a missing field or header do not compile.
import type {
  ContractTypes,
  ParameterIn,
  ParameterValues,
  RequestBody,
  ResponseBody,
  Responses,
  SuccessStatus,
} from '@animal-store/core';
import type { ApiError, ApiErrorOptions } from '@animal-store/core/errors';
import type { Contract, ContractOperation } from './contract.js';
import type { HeaderValues } from './http/headers.js';
import type { Clock } from './lib/clock.js';
import type { Json } from './lib/json.js';
import type { HandlerLog } from './logging/handler-log.js';
import type { Caller } from './model.js';
import type { Transaction } from './storage/store.js';
import type { ReadonlyList } from './storage/table-types.js';

/** The types of a shop: those of its contract, the stores of its tables, by name, and its own settings and metrics. */
export interface ShopTypes extends ContractTypes {
  resources: object;
  settings?: object;
  metrics?: object;
}

type OperationId<Types extends ContractTypes> = keyof Types['operations'];

type Own<Shop, Part extends string> = Shop extends { [Key in Part]: infer Values }
  ? Values
  : object;

/** The dependencies of handlers. @template Resources The stores of the shop's tables, by name. @template Code Of an error. */
export interface Services<
  Resources extends object = object,
  Code extends string = never,
  Settings = object,
  Metrics = object,
> {
  contract: Contract;
  /** The one that the handler answers. */
  operation: ContractOperation;
  /** With an Idempotency-Key, all calls are one transaction, for whose end others wait: await each call, and nothing else. */
  store: Resources;
  /** For several calls that belong together, or that depend on what was read. */
  transaction: Transaction<Resources>;
  /** Returns an error that the operation declares, for `throw`. Status and message are those of its example in the contract. */
  createError: (code: Code, options?: ApiErrorOptions) => ApiError;
  /** Its lines have the fields `requestId`, `operation` and `keyId` of the request log. API keys are redacted. */
  log: HandlerLog;
  clock: Clock;
  /** Those of `defineShop`, by their names there. */
  settings: Settings;
  metrics: Metrics;
}

export type Handler<Shop extends ShopTypes, Id extends OperationId<Shop>> = (
  request: HandlerRequest<Shop, Id>,
  services: Services<
    Shop['resources'],
    Shop['errors'][Id & keyof Shop['errors']] & string,
    Own<Shop, 'settings'>,
    Own<Shop, 'metrics'>
  >,
) => Promise<HandlerResponse<Shop, Id>>;

/** A handler for each operation of the contract. */
export type Handlers<Shop extends ShopTypes> = {
  [Id in OperationId<Shop>]: Handler<Shop, Id>;
};

/** A reply of a handler, or one that was recorded. */
export interface Reply {
  status: number;
  headers?: HeaderValues;
  body?: unknown;
}

/** Of any shop. */
export type AnyHandler = (request: never, services: never) => Promise<Reply>;

/** By the id of their operation. */
export type AnyHandlers = Readonly<Record<string, AnyHandler>>;

/**
 * The parameters of one place, with exact values. Those with a default are always present. Lists are read-only, because
 * requests for the same URL share them.
 */
type Received<Values, Defaulted> = {
  readonly [Name in keyof Values]: ReadonlyList<Values[Name]>;
} & {
  readonly [Name in keyof Values & Defaulted]-?: ReadonlyList<Exclude<Values[Name], undefined>>;
};

type ReceivedIn<
  Types extends ContractTypes,
  Id extends OperationId<Types>,
  In extends ParameterIn,
> = Received<
  ParameterValues<Types['operations'][Id], In>,
  Types['defaulted'] extends { [Key in Id]: { [Part in In]: infer Names } } ? Names : never
>;

export interface HandlerRequest<Types extends ContractTypes, Id extends OperationId<Types>> {
  query: ReceivedIn<Types, Id, 'query'>;
  path: ReceivedIn<Types, Id, 'path'>;
  headers: ReceivedIn<Types, Id, 'header'>;
  body: Types['received'] extends { [Key in Id]: infer Operation } ? RequestBody<Operation> : never;
  caller: Caller;
}

/**
 * A success response that the contract declares: its status, its body if it has one, and its headers. Errors are thrown.
 * Declare it as the handler's return type: otherwise TypeScript accepts extra fields.
 */
export type HandlerResponse<
  Types extends ContractTypes,
  Id extends OperationId<Types>,
> = ResponseOf<Types['operations'][Id]>;

type ResponseOf<Operation> = {
  [Status in SuccessStatus<Operation>]: { status: Status } & ResponseContent<
    ResponseBody<Operation, Status>
  > &
    ResponseHeaders<HandlerHeaders<Responses<Operation>[Status]>>;
}[SuccessStatus<Operation>];

type ResponseContent<Body> = [Body] extends [undefined]
  ? { body?: undefined }
  : { body: Immutable<Body> | Json<Immutable<Body>> };

type ResponseHeaders<Headers> = [keyof Headers] extends [never]
  ? { headers?: Record<string, never> }
  : Record<never, never> extends Headers
    ? { headers?: Headers }
    : { headers: Headers };

/** Read-only: a handler may return an object that other requests share. */
type Immutable<Body> = Body extends readonly (infer Item)[]
  ? readonly Readonly<Item>[]
  : Readonly<Body>;

/** The declared headers that handlers set, without the index signature that openapi-typescript adds. */
type HandlerHeaders<Response> = Response extends { headers: infer Headers }
  ? {
      [Name in keyof Headers as string extends Name
        ? never
        : Name extends string
          ? Lowercase<Name> extends EngineHeader
            ? never
            : Name
          : never]: Headers[Name];
    }
  : Record<never, never>;

/** Headers that the engine sets. */
type EngineHeader =
  | 'deprecation'
  | 'idempotency-replayed'
  | 'ratelimit'
  | 'ratelimit-policy'
  | 'sunset'
  | 'x-ratelimit-limit'
  | 'x-ratelimit-remaining'
  | 'x-ratelimit-reset'
  | 'x-request-id';
