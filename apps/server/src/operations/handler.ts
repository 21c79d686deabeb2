// Owns the types between the contract and the handlers: what a handler is given, and what it may answer. An operation
// without a handler, an undeclared status, a missing field or header does not compile.
import type { Defaulted, OperationId, operations } from '@animal-store/contract';
import type { Clock } from '../clock.js';
import type { Contract } from '../contract.js';
import type { Caller, Store } from '../storage/store.js';

/** What handlers work with, besides the request. */
export interface Services {
  contract: Contract;
  store: Store;
  clock: Clock;
}

export type Handler<Id extends OperationId> = (
  request: HandlerRequest<Id>,
  services: Services,
) => Promise<HandlerReply<Id>>;

/** One for each operation of the contract. */
export type Handlers = { [Id in OperationId]: Handler<Id> };

type Parameters<
  Id extends OperationId,
  Place extends string,
> = operations[Id]['parameters'] extends {
  [P in Place]?: infer Values;
}
  ? NonNullable<Values>
  : never;

/** Parameters for which the contract has a default are always there: the validator fills them in. */
type Filled<Values, Names> = Values & {
  [Name in keyof Values & Names]-?: NonNullable<Values[Name]>;
};

export interface HandlerRequest<Id extends OperationId> {
  query: Filled<Parameters<Id, 'query'>, Defaulted[Id]>;
  path: Parameters<Id, 'path'>;
  headers: Parameters<Id, 'header'>;
  body: operations[Id] extends { requestBody: { content: { 'application/json': infer Body } } }
    ? Body
    : undefined;
  caller: Caller;
}

type Responses<Id extends OperationId> = operations[Id]['responses'];
type Success<Id extends OperationId> = {
  [Status in keyof Responses<Id>]: Status extends number
    ? `${Status}` extends `2${string}`
      ? Status
      : never
    : never;
}[keyof Responses<Id>];

/**
 * A success that the contract declares: its status, its body, and any of its headers. Errors are thrown.
 * Write it behind a handler's parameters, as its return type: without that, TypeScript lets extra fields through.
 */
export type HandlerReply<Id extends OperationId> = {
  [Status in Success<Id>]: {
    status: Status;
    body: Responses<Id>[Status] extends { content: { 'application/json': infer Body } }
      ? Unchanged<Body>
      : undefined;
    headers?: Partial<Record<DeclaredHeader<Responses<Id>[Status]>, string>>;
  };
}[Success<Id>];

/** Whoever answers need not own what is answered. */
type Unchanged<Body> = Body extends readonly (infer Item)[]
  ? readonly Readonly<Item>[]
  : Readonly<Body>;

type DeclaredHeader<Response> = Response extends { headers: infer Headers }
  ? KnownKeys<Headers>
  : never;
/** Without the index signature that openapi-typescript adds. */
type KnownKeys<T> = keyof { [Key in keyof T as string extends Key ? never : Key]: true };
