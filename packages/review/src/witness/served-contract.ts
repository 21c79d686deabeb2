// A contract as a server of it answers: whether it accepts a request and, if not, with which status and error details.
// Requests are validated by the schemas and the code that the service runs on.
import { byPrecedence, createPathMatcher, matcher, type Route } from '@animal-store/contract/http';
import {
  entriesOf,
  followReference,
  getIn,
  type JsonObject,
  listOf,
} from '@animal-store/openapi-tools';
import { operationsOf, readSpec, withInherited } from '../diff/operations.js';
import { type Detail, type Readable, Validators } from './compile-validator.js';
import { hasCredentials } from './credentials.js';
import type { WireMessage } from './message.js';

/** What a contract makes of a message. */
export interface Answer {
  isAccepted: boolean;
  /** 0 for a reply, and for an accepted request to an operation that declares no success. */
  status: number;
  /** Why a reply is not allowed, if not for the faults of its parts. */
  reason?: string;
  /** The faults of a request that gets 400, or of a reply. */
  details: Detail[];
}

export interface ServedOperation extends Route, Readable {
  id: string;
}

export class ServedContract {
  readonly operations: readonly ServedOperation[];
  readonly #match: ReturnType<typeof createPathMatcher<ServedOperation>>;
  readonly #validators: Validators;

  /** @param document as written. */
  constructor(readonly document: JsonObject) {
    this.operations = readServed(document);
    this.#match = createPathMatcher(this.operations);
    this.#validators = new Validators(document);
  }

  operationAt(pointer: string): ServedOperation | undefined {
    return this.operations.find((operation) => operation.pointer === pointer);
  }

  answer(method: string, message: WireMessage): Answer {
    const match = this.#match(message.path);
    const operation = match?.routes.get(method.toUpperCase());
    if (match === undefined || operation === undefined) return refused(match ? 405 : 404);
    if (!hasCredentials(message.headers, operation.node, this.document)) return refused(401);
    const max = Number(this.document['x-max-body-bytes'] ?? Number.POSITIVE_INFINITY);
    if (sizeOf(message) > max) return refused(413);
    const mediaTypes = mediaTypesOf(followReference(this.document, operation.node.requestBody));
    if (message.mediaType !== undefined && !mediaTypes.includes(message.mediaType))
      return refused(415);
    const mediaType = message.mediaType ?? mediaTypes[0] ?? '';
    const details = this.#validators.faultsOf(operation, { ...message, mediaType }, match.values);
    if (details === undefined) return refused(0);
    return details.length > 0 ? { ...refused(400), details } : accepted(operation);
  }
}

function accepted({ spec }: ServedOperation): Answer {
  const [success] = spec?.successes ?? [];
  return { status: success?.status ?? 0, isAccepted: true, details: [] };
}

function refused(status: number): Answer {
  return { status, isAccepted: false, details: [] };
}

function sizeOf({ body, minBytes }: WireMessage): number {
  return body === undefined ? 0 : Math.max(minBytes, Buffer.byteLength(JSON.stringify(body)));
}

/** In lower case. Without a body, the service reads one of JSON. */
export function mediaTypesOf(body: unknown): string[] {
  const types = entriesOf(getIn(body, 'content')).map(([type]) => type.toLowerCase());
  return types.length > 0 ? types : ['application/json'];
}

function readServed(document: JsonObject): ServedOperation[] {
  const found = operationsOf(document).map((operation) => {
    const { path, method } = operation;
    const shared = listOf(getIn(document.paths, path, 'parameters'));
    const parameters = withInherited(listOf(operation.node.parameters), shared, document);
    const whole = { ...operation, node: { ...operation.node, parameters } };
    return {
      ...whole,
      method: method as Route['method'],
      match: matcher(path),
      spec: readSpec(whole, document),
    };
  });
  return found.sort((one, other) => byPrecedence(one.path, other.path));
}
