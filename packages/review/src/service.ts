// The service as the comparison sees it: what the commands hand in, because the comparison knows no server and no SDK of its own.
import type { JsonObject } from '@animal-store/spec';
import type { Direction } from './diff/change.js';

export interface Service {
  /** How it reads an operation; undefined if it cannot: contracts may be older than the rules. */
  readOperation(operation: OperationNode, document: JsonObject): OperationShape | undefined;
  /** A literal path wins over a template. */
  router<T extends Pick<OperationNode, 'path' | 'method'>>(operations: readonly T[]): Router<T>;
  createJudge(document: JsonObject): Judge;
  /** Of a parameter, a header or a body; undefined if it has none. */
  example(node: JsonObject, document: JsonObject): unknown;
  /** A value that the schema may accept; undefined if there is none. */
  sample(schema: unknown, document: JsonObject, direction: Direction): unknown;
  /** How the SDK's method of an operation is called. @param id of the operation. */
  callShape(id: string, document: JsonObject): CallShape | undefined;
}

/** What stands at a path, without the base path: the operations by method, in upper case, and the values in it, as sent. */
export type Router<T> = (
  path: string,
) => { routes: ReadonlyMap<string, T>; values: Readonly<Record<string, string>> } | undefined;

/** What is wrong with a request to an operation. Undefined if the service cannot read such a request. */
export type Judge = (operation: OperationNode, request: ReceivedRequest) => Fault[] | undefined;

export interface OperationNode {
  path: string;
  method: string;
  node: JsonObject;
}

export interface OperationShape {
  parameters: readonly { name: string; in: string; list?: 'repeated' | 'comma-separated' }[];
  /** The responses with a 2xx status. */
  successes: readonly { status: number }[];
}

interface ReceivedRequest {
  path: Readonly<Record<string, string>>;
  /** Without the `?`. */
  query: string;
  headers: Record<string, string>;
  body: unknown;
  mediaType: string;
}

/** A fault of a message, as the service reports it. */
export interface Fault {
  in: string;
  /** JSON Pointer. */
  path: string;
  code: string;
  message: string;
}

interface CallShape {
  /** Whether the argument is `{ path, query, headers, body }`. Otherwise one object holds all values. */
  isStructured: boolean;
  /** Whether the method returns a page. */
  isPaged: boolean;
}
