// A contract as a server of it answers: whether it accepts a request and, if not, with which status and error details.
// Requests are validated by the schemas and the code that the service runs on.
import { byPrecedence, createPathMatcher, matcher, type Route } from '@animal-store/core/http';
import type { ErrorDetail } from '@animal-store/core/validation';
import type { Contract, Operation, SecurityScheme } from '@animal-store/spec/model';
import { createJudge, type Judge, readIfServed } from '@animal-store/spec/requests';
import { securityOf } from '../diff/operations.js';
import { memoize } from '../memoize.js';
import { type Message, toWire, type WireMessage } from './message.js';

/** What a contract makes of a message. */
export interface Answer {
  isAccepted: boolean;
  /** 0 if the operation declares no success, or the service cannot read its requests. */
  status: number;
  /** Why the whole message is refused. */
  reason?: string;
  /** The faults of its parts, with the status 400. */
  details: readonly ErrorDetail[];
}

const specOf = memoize(readIfServed);

export class ServedContract {
  readonly #match: ReturnType<typeof createPathMatcher<Operation & Route<string>>>;

  /**
   * @param contract as written.
   * @param defaultTypes the media types of bodies that the contract does not declare; any, if there are none.
   */
  constructor(
    readonly contract: Contract,
    private readonly judge: Judge = createJudge(contract),
    private readonly defaultTypes: readonly string[] = ['application/json'],
  ) {
    const routes = contract.operations.map((one) => ({ ...one, match: matcher(one.path) }));
    this.#match = createPathMatcher(
      routes.sort((one, other) => byPrecedence(one.path, other.path)),
    );
  }

  /** The operation that gets the requests of a path without its query. */
  find(method: string, path: string): Operation | undefined {
    return this.#match(path)?.routes.get(method.toUpperCase());
  }

  /** The request with the credentials of the first alternative; with none if clients may be anonymous. */
  write(operation: Operation, message: Message): WireMessage {
    const [mediaType = ''] = this.#mediaTypesOf(operation);
    const { parameters = [] } = specOf(operation) ?? {};
    const wire = toWire(message, operation.path, parameters, mediaType);
    const options = this.#credentialsOf(operation);
    const anonymous = options.find((option) => Object.keys(option).length === 0);
    return { ...wire, headers: { ...(anonymous ?? options[0]), ...wire.headers } };
  }

  answer(method: string, { path: url, headers, body }: WireMessage): Answer {
    const [path = '', query = ''] = url.split('?');
    const match = this.#match(path);
    const operation = match?.routes.get(method.toUpperCase());
    if (match === undefined) return refused(404, 'no such path');
    if (operation === undefined) return refused(405, 'the path does not have this method');
    const isKnown = this.#credentialsOf(operation).some((option) =>
      Object.entries(option).every(([name, value]) => headers[name] === value),
    );
    if (!isKnown) return refused(401, 'the credentials are not those that the contract asks for');
    const { maxBodyBytes = Number.POSITIVE_INFINITY } = this.contract.limits;
    const size = body === undefined ? 0 : Buffer.byteLength(JSON.stringify(body));
    if (Math.max(size, Number(headers['Content-Length'] ?? 0)) > maxBodyBytes)
      return refused(413, 'the body is too large');
    const types = this.#mediaTypesOf(operation);
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
    const { status = 0 } = specOf(operation)?.successes[0] ?? {};
    return { status, isAccepted: true, details: [] };
  }

  /** In lower case. */
  #mediaTypesOf({ body }: Operation): readonly string[] {
    const types = [...(body?.value.content.keys() ?? [])].map((type) => type.toLowerCase());
    return types.length > 0 ? types : this.defaultTypes;
  }

  /** Each alternative as the headers that it combines. */
  #credentialsOf(operation: Operation): Record<string, string>[] {
    return securityOf(operation, this.contract).map((option) => {
      const headers: Record<string, string> = {};
      for (const scheme of option.keys()) {
        const [name, value] = headerOf(this.contract.securitySchemes.get(scheme));
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
function headerOf(scheme: SecurityScheme | undefined): [name: string, value: string] {
  if (scheme?.type !== 'http') return [scheme?.name ?? 'Authorization', '<API_KEY>'];
  const name = String(scheme.scheme).toLowerCase();
  return ['Authorization', `${name.charAt(0).toUpperCase()}${name.slice(1)} <API_KEY>`];
}
