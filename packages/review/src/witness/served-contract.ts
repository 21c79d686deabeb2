// A contract as a server of it answers: whether it accepts a request and, if not, with which status and error details.
// Requests are validated by the schemas and the code that the service runs on.
import type { ContractDocument, OperationSpec } from '@animal-store/contract';
import {
  allowedMethods,
  byPrecedence,
  findRoute,
  matcher,
  type Route,
} from '@animal-store/contract/http';
import { readOperations } from '@animal-store/contract/read-operations';
import {
  entriesOf,
  followReference,
  formatPointer,
  getIn,
  isMethod,
  isObject,
  type JsonObject,
} from '@animal-store/openapi-tools';
import { compileValidator, type Detail, type Validate } from './compile-validator.js';
import { hasCredentials } from './credentials.js';
import type { WireMessage } from './message.js';

export interface Answer {
  /** 0 for an accepted request to an operation that declares no success. */
  status: number;
  isAccepted: boolean;
  /** Of a 400. */
  details: Detail[];
}

export interface ServedOperation extends Route {
  id: string;
  pointer: string;
  node: JsonObject;
  /** Undefined if the service cannot serve it: contracts may be older than the rules. */
  spec: OperationSpec | undefined;
}

export class ServedContract {
  readonly operations: readonly ServedOperation[];
  readonly #validators = new Map<string, Validate | undefined>();

  /** @param document as written. */
  constructor(readonly document: JsonObject) {
    this.operations = readServed(document);
  }

  operationAt(pointer: string): ServedOperation | undefined {
    return this.operations.find((operation) => operation.pointer === pointer);
  }

  answer(method: string, message: WireMessage): Answer {
    const operation = findRoute(this.operations, method, message.path);
    if (operation === undefined)
      return refused(allowedMethods(this.operations, message.path) === '' ? 404 : 405);
    if (!hasCredentials(message.headers, operation.node, this.document)) return refused(401);
    const max = Number(this.document['x-max-body-bytes'] ?? Number.POSITIVE_INFINITY);
    if (sizeOf(message) > max) return refused(413);
    const mediaTypes = mediaTypesOf(this.#body(operation));
    if (message.mediaType !== undefined && !mediaTypes.includes(message.mediaType))
      return refused(415);
    const validate = this.#validatorOf(operation, message.mediaType ?? mediaTypes[0] ?? '');
    if (validate === undefined) return { status: 0, isAccepted: false, details: [] };
    const { path, query, headers, body } = message;
    const request = {
      path: operation.match(path) ?? {},
      query,
      headers: new Headers(headers),
      body,
    };
    const { details } = validate(request);
    return details.length > 0 ? { ...refused(400), details } : accepted(operation);
  }

  #body({ node }: ServedOperation): unknown {
    return this.#resolve(node.requestBody);
  }

  #resolve(node: unknown): unknown {
    return followReference(this.document, node);
  }

  #validatorOf(operation: ServedOperation, mediaType: string): Validate | undefined {
    const key = `${operation.pointer} ${mediaType}`;
    if (!this.#validators.has(key)) this.#validators.set(key, this.#compile(operation, mediaType));
    return this.#validators.get(key);
  }

  #compile({ spec, node }: ServedOperation, mediaType: string): Validate | undefined {
    const content = getIn(this.#resolve(node.requestBody), 'content');
    if (spec === undefined || (content !== undefined && !isJson(mediaType))) return undefined;
    const parameters: unknown[] = Array.isArray(node.parameters) ? node.parameters : [];
    return compileValidator(
      spec,
      parameters.map((parameter) => getIn(this.#resolve(parameter), 'schema')),
      content === undefined ? undefined : (getIn(content, mediaType, 'schema') ?? {}),
      this.document,
    );
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

export function isJson(mediaType: string): boolean {
  return /^application\/(?:[^;]+\+)?json$/.test(mediaType);
}

function readServed(document: JsonObject): ServedOperation[] {
  const found = entriesOf(document.paths).flatMap(([path, item]) =>
    entriesOf(item).flatMap(([method, value]): ServedOperation[] => {
      if (!isMethod(method) || !isObject(value)) return [];
      const node = withSharedParameters(value, getIn(item, 'parameters'), document);
      return [
        {
          id: String(value.operationId ?? `${method.toUpperCase()} ${path}`),
          method: method as Route['method'],
          path,
          match: matcher(path),
          pointer: formatPointer('paths', path, method),
          node,
          spec: readSpec(path, method, node, document),
        },
      ];
    }),
  );
  return found.sort((one, other) => byPrecedence(one.path, other.path));
}

function withSharedParameters(
  operation: JsonObject,
  shared: unknown,
  document: JsonObject,
): JsonObject {
  const nameOf = (node: unknown) => {
    const parameter = followReference(document, node);
    return `${getIn(parameter, 'in')} ${String(getIn(parameter, 'name'))}`;
  };
  const own: unknown[] = Array.isArray(operation.parameters) ? operation.parameters : [];
  const names = own.map(nameOf);
  const inherited = (Array.isArray(shared) ? shared : []).filter(
    (parameter: unknown) => !names.includes(nameOf(parameter)),
  );
  return { ...operation, parameters: [...own, ...inherited] };
}

function readSpec(
  path: string,
  method: string,
  node: JsonObject,
  document: JsonObject,
): OperationSpec | undefined {
  const contract = { ...document, paths: { [path]: { [method]: node } } };
  try {
    return readOperations(contract as unknown as ContractDocument)[0];
  } catch {
    return undefined;
  }
}
