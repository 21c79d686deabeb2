// Types of an operation's parameters, body and responses, from which the engine's handlers and the SDK's methods follow.
// `Operation` is the type that openapi-typescript writes for it.
import type { ParameterIn } from './operation-spec.js';
import type { Readable, Writable } from './read-write.js';

/** The types that the generator writes for a contract. */
export interface ContractTypes {
  /** By operationId. */
  operations: object;
  /** The same, with bodies as a server receives them: defaults are filled in. */
  received: object;
  /** By operationId and part of the request: the names of the parameters that have a default. */
  defaulted: object;
  /** By operationId: the codes of its errors. */
  errors: object;
  /** By name. */
  schemas: object;
  /** By the operationId of a listing: the name of its items' schema. */
  listings: object;
  /** By the name of a schema whose objects can be stored, and by property: the type of its column. */
  stored: object;
}

/** The parameters of an operation in one part of the request; never if it has none there. */
export type ParameterValues<Operation, In extends ParameterIn> = Operation extends {
  parameters: { [Part in In]?: infer Values };
}
  ? NonNullable<Values>
  : never;

/** The body of a message with JSON, whatever its media type; undefined if it has none. */
type JsonBody<Message> = Message extends { content: infer Content }
  ? [Content] extends [never]
    ? undefined
    : Content[keyof Content]
  : undefined;

/** A request body, without read-only properties. Undefined if the operation takes none, or it is optional. */
export type RequestBody<Operation> = Operation extends { requestBody: infer Body }
  ? Writable<JsonBody<Body>>
  : Operation extends { requestBody?: infer Body }
    ? Writable<JsonBody<NonNullable<Body>>> | undefined
    : undefined;

/** The responses of an operation, by status. */
export type Responses<Operation> = Operation extends { responses: infer ByStatus }
  ? ByStatus
  : never;

/** The 2xx statuses of an operation. */
export type SuccessStatus<Operation> = {
  [Status in keyof Responses<Operation>]: Status extends number
    ? `${Status}` extends `2${string}`
      ? Status
      : never
    : never;
}[keyof Responses<Operation>];

/** The body of a response, without write-only properties; undefined if it has none. */
export type ResponseBody<
  Operation,
  Status extends keyof Responses<Operation> = SuccessStatus<Operation>,
> = Status extends unknown ? Readable<JsonBody<Responses<Operation>[Status]>> : never;
