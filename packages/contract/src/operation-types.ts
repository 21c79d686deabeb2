// Types of an operation's parameters, body and responses, from which the server's handlers and the SDK's methods follow.
import type { OperationSpec as CoreSpec, ParameterIn } from '@animal-store/core';
import type { operations as receivedOperations } from '../generated/received-types.js';
import type { operations } from '../generated/types.js';
import type { Readable, Writable } from './read-write.js';

/** The name of an operation, and of its SDK method: `listPets`. */
export type OperationId = keyof operations;
/** What server, mock and SDK know of an operation of this contract. */
export type OperationSpec = CoreSpec<OperationId>;

/** The parameters of an operation in one part of the request; never if it has none there. */
export type ParameterValues<
  Id extends OperationId,
  In extends ParameterIn,
> = operations[Id]['parameters'] extends { [Part in In]?: infer Values }
  ? NonNullable<Values>
  : never;

/** The body of a message with JSON, whatever its media type; undefined if it has none. */
type JsonBody<Message> = Message extends { content: infer Content }
  ? [Content] extends [never]
    ? undefined
    : Content[keyof Content]
  : undefined;

/** A request body, without read-only properties. Undefined if the operation takes none, or it is optional. */
type BodyOf<Operation> = Operation extends { requestBody: infer Body }
  ? Writable<JsonBody<Body>>
  : Operation extends { requestBody?: infer Body }
    ? Writable<JsonBody<NonNullable<Body>>> | undefined
    : undefined;

/** The body that a client sends. */
export type RequestBody<Id extends OperationId> = BodyOf<operations[Id]>;

/** The body that a handler receives, in which defaults are filled in. */
export type ReceivedBody<Id extends OperationId> = BodyOf<receivedOperations[Id]>;

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

/** The body of a response, without write-only properties; undefined if it has none. */
export type ResponseBody<
  Id extends OperationId,
  Status extends keyof Responses<Id> = SuccessStatus<Id>,
> = Status extends unknown ? Readable<JsonBody<Responses<Id>[Status]>> : never;
