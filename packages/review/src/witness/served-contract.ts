// A contract as a server of it answers: whether it accepts a request and, if not, with which status and error details.
// Requests are validated by the schemas and the code that the service runs on.
import {
  entriesOf,
  followReference,
  getIn,
  type JsonObject,
  listOf,
} from '@animal-store/openapi-tools';
import { type Operation, operationsOf, withInherited } from '../diff/operations.js';
import type { Fault, Judge, OperationNode, OperationShape, Router, Service } from '../service.js';
import type { WireMessage } from './message.js';

/** What a contract makes of a message. */
export interface Answer {
  isAccepted: boolean;
  /** 0 for a reply, and for an accepted request to an operation that declares no success. */
  status: number;
  /** Why a reply is not allowed, if not for the faults of its parts. */
  reason?: string;
  /** The faults of a request that gets 400, or of a reply. */
  details: Fault[];
}

/** An operation, or a response as the operation that reads it. */
export interface Readable extends OperationNode {
  /** Undefined if the service cannot serve it: contracts may be older than the rules. */
  shape: OperationShape | undefined;
}

export type ServedOperation = Operation & Readable;

export class ServedContract {
  readonly operations: readonly ServedOperation[];
  readonly #match: Router<ServedOperation>;
  readonly #judge: Judge;

  /** @param document as written. */
  constructor(
    readonly document: JsonObject,
    service: Service,
  ) {
    this.operations = readServed(document, service);
    this.#match = service.router(this.operations);
    this.#judge = service.createJudge(document);
  }

  answer(method: string, message: WireMessage): Answer {
    const match = this.#match(message.path);
    const operation = match?.routes.get(method.toUpperCase());
    if (match === undefined || operation === undefined) return refused(match ? 405 : 404);
    if (!hasCredentials(message.headers, operation.node, this.document)) return refused(401);
    const max = Number(this.document['x-max-body-bytes'] ?? Number.POSITIVE_INFINITY);
    const { body, minBytes } = message;
    const size = body === undefined ? 0 : Buffer.byteLength(JSON.stringify(body));
    if (Math.max(size, minBytes) > max) return refused(413);
    const mediaTypes = mediaTypesOf(followReference(this.document, operation.node.requestBody));
    if (message.mediaType !== undefined && !mediaTypes.includes(message.mediaType))
      return refused(415);
    const mediaType = message.mediaType ?? mediaTypes[0] ?? '';
    const details = this.#judge(operation, { ...message, mediaType, path: match.values });
    if (details === undefined) return refused(0);
    if (details.length > 0) return { ...refused(400), details };
    const [success] = operation.shape?.successes ?? [];
    return { status: success?.status ?? 0, isAccepted: true, details: [] };
  }
}

function refused(status: number): Answer {
  return { status, isAccepted: false, details: [] };
}

/** In lower case. Without a body, the service reads one of JSON. */
export function mediaTypesOf(body: unknown): string[] {
  const types = entriesOf(getIn(body, 'content')).map(([type]) => type.toLowerCase());
  return types.length > 0 ? types : ['application/json'];
}

function readServed(document: JsonObject, service: Service): ServedOperation[] {
  return operationsOf(document).map((operation) => {
    const shared = listOf(getIn(document.paths, operation.path, 'parameters'));
    const parameters = withInherited(listOf(operation.node.parameters), shared, document);
    const whole = { ...operation, node: { ...operation.node, parameters } };
    return { ...whole, shape: service.readOperation(whole, document) };
  });
}

/** Stands for the credentials of witnesses. */
const API_KEY = '<API_KEY>';

/** The headers of the first alternative; none if clients may be anonymous. */
export function credentialsFor(
  operation: JsonObject,
  document: JsonObject,
): Record<string, string> {
  const options = optionsOf(operation, document);
  return options.find((option) => Object.keys(option).length === 0) ?? options[0] ?? {};
}

/** Whether the headers satisfy one of the alternatives. */
function hasCredentials(
  headers: Record<string, string>,
  operation: JsonObject,
  document: JsonObject,
): boolean {
  return optionsOf(operation, document).some((option) =>
    Object.entries(option).every(([name, value]) => headers[name] === value),
  );
}

/** Each alternative as the headers that it combines. */
function optionsOf(operation: JsonObject, document: JsonObject): Record<string, string>[] {
  const security = operation.security ?? document.security;
  if (!Array.isArray(security) || security.length === 0) return [{}];
  return security.map((option: unknown) => {
    const headers: Record<string, string> = {};
    for (const [scheme] of entriesOf(option)) {
      const [name, value] = headerOf(getIn(document, 'components', 'securitySchemes', scheme));
      // One header cannot carry two credentials: no request satisfies such an alternative.
      headers[name] = name in headers ? `${headers[name]} and ${value}` : value;
    }
    return headers;
  });
}

function headerOf(scheme: unknown): [name: string, value: string] {
  if (getIn(scheme, 'type') !== 'http')
    return [String(getIn(scheme, 'name') ?? 'Authorization'), API_KEY];
  const name = String(getIn(scheme, 'scheme')).toLowerCase();
  return [
    'Authorization',
    name === 'bearer'
      ? `Bearer ${API_KEY}`
      : `${name[0]?.toUpperCase()}${name.slice(1)} <CREDENTIALS>`,
  ];
}
