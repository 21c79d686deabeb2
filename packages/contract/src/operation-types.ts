// Types of an operation's parameters, body and responses, from which the server's handlers and the SDK's methods follow.
import type { operations } from '../generated/types.js';
import type { OperationId, ParameterIn } from './document.js';

/** The parameters of an operation in one part of the request; never if it has none there. */
export type ParameterValues<
  Id extends OperationId,
  In extends ParameterIn,
> = operations[Id]['parameters'] extends { [Part in In]?: infer Values }
  ? NonNullable<Values>
  : never;

/** The JSON body of a request or a response; undefined if it has none. */
export type JsonBody<Message> = Message extends { content: { 'application/json': infer Body } }
  ? Body
  : undefined;

export type RequestBody<Id extends OperationId> = operations[Id] extends { requestBody: infer Body }
  ? JsonBody<Body>
  : undefined;

/** The responses of an operation, by status. */
export type Responses<Id extends OperationId> = operations[Id]['responses'];

/** The 2xx statuses of an operation. */
export type SuccessStatus<Id extends OperationId> = {
  [Status in keyof Responses<Id>]: Status extends number
    ? `${Status}` extends `2${string}`
      ? Status
      : never
    : never;
}[keyof Responses<Id>];
