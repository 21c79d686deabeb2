// Types of the operations of this contract, by their ids.
import type * as core from '@animal-store/core';
import type { ParameterIn } from '@animal-store/core';
import type { operations as receivedOperations } from '../generated/received-types.js';
import type { operations } from '../generated/types.js';

/** The name of an operation, and of its SDK method: `listPets`. */
export type OperationId = keyof operations;
/** What server, mock and SDK know of an operation of this contract. */
export type OperationSpec = core.OperationSpec<OperationId>;

/** The parameters of an operation in one part of the request; never if it has none there. */
export type ParameterValues<Id extends OperationId, In extends ParameterIn> = core.ParameterValues<
  operations[Id],
  In
>;

/** The body that a client sends. */
export type RequestBody<Id extends OperationId> = core.RequestBody<operations[Id]>;

/** The body that a handler receives, in which defaults are filled in. */
export type ReceivedBody<Id extends OperationId> = core.RequestBody<receivedOperations[Id]>;

/** The responses of an operation, by status. */
export type Responses<Id extends OperationId> = core.Responses<operations[Id]>;

/** The 2xx statuses of an operation. */
export type SuccessStatus<Id extends OperationId> = core.SuccessStatus<operations[Id]>;

/** The body of a response, without write-only properties; undefined if it has none. */
export type ResponseBody<
  Id extends OperationId,
  Status extends keyof Responses<Id> = SuccessStatus<Id>,
> = core.ResponseBody<operations[Id], Status>;
