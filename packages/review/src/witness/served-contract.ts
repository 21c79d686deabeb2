// A contract as a server of it answers: whether it accepts a request and, if not, with which status and error details.
// Requests are validated by the schemas and the code that the service runs on.
import { entriesOf, followReference, getIn, type JsonObject, listOf } from '@animal-store/spec';
import type { Fault, Judge, OperationShape, Router, Service } from '../service.js';
import { type Message, toWire, type WireMessage } from './message.js';
import { operationsOf, type WrittenOperation } from './written-operations.js';

/** What a contract makes of a message. */
export interface Answer {
  isAccepted: boolean;
  /** 0 if the operation declares no success, or the service cannot read its requests. */
  status: number;
  /** Why the whole message is refused. */
  reason?: string;
  /** The faults of its parts, with the status 400. */
  details: Fault[];
}

export interface ServedOperation extends WrittenOperation {
  /** Undefined if the service cannot serve it. */
  shape: OperationShape | undefined;
}

export class ServedContract {
  readonly operations: readonly ServedOperation[];
  readonly #match: Router<ServedOperation>;

  /**
   * @param document as written.
   * @param defaultTypes the media types of bodies that the contract does not declare; any, if there are none.
   */
  constructor(
    readonly document: JsonObject,
    service: Service,
    private readonly judge: Judge = service.createJudge(document),
    private readonly defaultTypes: readonly string[] = ['application/json'],
  ) {
    this.operations = operationsOf(document).map((operation) => ({
      ...operation,
      shape: service.readOperation(operation, document),
    }));
    this.#match = service.router(this.operations);
  }

  /** The operation that gets the requests of a path without its query. */
  find(method: string, path: string): ServedOperation | undefined {
    return this.#match(path)?.routes.get(method.toUpperCase());
  }

  /** The request with the credentials of the first alternative; with none if clients may be anonymous. */
  write({ path, node, shape }: ServedOperation, message: Message): WireMessage {
    const [mediaType = ''] = this.#mediaTypesOf(node);
    const wire = toWire(message, path, shape?.parameters ?? [], mediaType);
    const options = this.#credentialsOf(node);
    const anonymous = options.find((option) => Object.keys(option).length === 0);
    return { ...wire, headers: { ...(anonymous ?? options[0]), ...wire.headers } };
  }

  answer(method: string, { path: url, headers, body }: WireMessage): Answer {
    const [path = '', query = ''] = url.split('?');
    const match = this.#match(path);
    const operation = match?.routes.get(method.toUpperCase());
    if (match === undefined) return refused(404, 'no such path');
    if (operation === undefined) return refused(405, 'the path does not have this method');
    const isKnown = this.#credentialsOf(operation.node).some((option) =>
      Object.entries(option).every(([name, value]) => headers[name] === value),
    );
    if (!isKnown) return refused(401, 'the credentials are not those that the contract asks for');
    const max = Number(this.document['x-max-body-bytes'] ?? Number.POSITIVE_INFINITY);
    const size = body === undefined ? 0 : Buffer.byteLength(JSON.stringify(body));
    if (Math.max(size, Number(headers['Content-Length'] ?? 0)) > max)
      return refused(413, 'the body is too large');
    const types = this.#mediaTypesOf(operation.node);
    const { 'Content-Type': mediaType = types[0] ?? '' } = headers;
    if (types.length > 0 && !types.includes(mediaType))
      return refused(415, `the media type must be ${types.join(' or ')}`);
    const request = { path: match.values, query, headers, body, mediaType };
    const details = this.judge(operation, request);
    if (details === undefined) return refused(0);
    // Without its body, the whole message is refused.
    const isIncomplete = body === undefined && details.some((fault) => fault.in === 'body');
    if (details.length > 0)
      return { ...refused(400, isIncomplete ? 'the body is required' : undefined), details };
    const [success] = operation.shape?.successes ?? [];
    return { status: success?.status ?? 0, isAccepted: true, details: [] };
  }

  /** In lower case. */
  #mediaTypesOf({ requestBody }: JsonObject): readonly string[] {
    const { content } = Object(followReference(this.document, requestBody));
    const types = entriesOf(content).map(([type]) => type.toLowerCase());
    return types.length > 0 ? types : this.defaultTypes;
  }

  /** Each alternative as the headers that it combines. */
  #credentialsOf({ security = this.document.security }: JsonObject): Record<string, string>[] {
    const options = listOf(security);
    return (options.length > 0 ? options : [{}]).map((option) => {
      const headers: Record<string, string> = {};
      for (const [scheme] of entriesOf(option)) {
        const [name, value] = headerOf(
          getIn(this.document, 'components', 'securitySchemes', scheme),
        );
        // One header cannot carry two credentials: no request satisfies such an alternative.
        headers[name] = name in headers ? `${headers[name]} and ${value}` : value;
      }
      return headers;
    });
  }
}

function refused(status: number, reason?: string): Answer {
  return { status, isAccepted: false, ...(reason && { reason }), details: [] };
}

/** `<API_KEY>` stands for the credentials of witnesses. */
function headerOf(scheme: unknown): [name: string, value: string] {
  if (getIn(scheme, 'type') !== 'http')
    return [String(getIn(scheme, 'name') ?? 'Authorization'), '<API_KEY>'];
  const name = String(getIn(scheme, 'scheme')).toLowerCase();
  return ['Authorization', `${name.charAt(0).toUpperCase()}${name.slice(1)} <API_KEY>`];
}
