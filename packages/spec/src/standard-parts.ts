// Standard parts: the errors that the server itself sends, and the headers of every response. openapi.yaml describes each
// once, under `components`, and the build adds the references where the contract does not say otherwise. A contract that
// lacks a component does without it: the linter names what is missing.
import { entriesOf, getIn, isObject, type JsonObject, listOf } from './json.js';
import { followReference } from './json-pointer.js';
import { SUPPORTED_METHODS } from './methods.js';

/** A component for each status. Also 413 and 415: a client may send a body where there is none. */
const ERRORS = {
  400: 'InvalidRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  405: 'MethodNotAllowed',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  429: 'RateLimited',
  500: 'InternalError',
  503: 'Unavailable',
};
const IDEMPOTENCY_ERRORS = { 409: 'IdempotencyInProgress', 422: 'IdempotencyMismatch' };
/** An anonymous client learns nothing about the operation, and another method is not this operation. */
const WITHOUT_OPERATION: string[] = ['401', '405'];

/** Names of headers, each with that of its component. */
type Headers = readonly (readonly [name: string, component: string])[];

const same = (...names: string[]): Headers => names.map((name) => [name, name]);
export const HEADERS_OF_ALL = same(
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
  'X-Request-Id',
);
const OF_DEPRECATED: Headers = [...same('Deprecation', 'Sunset'), ['Link', 'SuccessorLink']];
const OF_IDEMPOTENCY = same('Idempotency-Replayed');
const OF_DEPRECATED_PARTS: Headers = [
  ['Deprecation', 'ErrorDeprecation'],
  ['Sunset', 'ErrorSunset'],
];
const OF_ERRORS: Headers = [...OF_DEPRECATED_PARTS, ['Link', 'ErrorSuccessorLink']];

/** The statuses of the errors that the server itself sends for an operation. */
export function standardErrors(operation: object, document: object): Record<string, string> {
  return isIdempotent(operation, document) ? { ...ERRORS, ...IDEMPOTENCY_ERRORS } : ERRORS;
}

function isIdempotent(operation: object, document: object): boolean {
  return listOf(getIn(operation, 'parameters')).some(
    (entry) => getIn(followReference(document, entry), 'name') === 'Idempotency-Key',
  );
}

/** The headers that the responses of an operation have by its status, before those of every response. */
export function headersOfOperation(status: string, operation: object, document: object): Headers {
  if (!status.startsWith('2')) return WITHOUT_OPERATION.includes(status) ? [] : OF_ERRORS;
  const idempotency = isIdempotent(operation, document) ? OF_IDEMPOTENCY : [];
  if (getIn(operation, 'deprecated') === true) return [...OF_DEPRECATED, ...idempotency];
  const [part] = deprecatedRequestParts(operation, document);
  return [...(part === undefined ? [] : OF_DEPRECATED_PARTS), ...idempotency];
}

/**
 * Deprecated parts of a request: the parameters and the properties of the body that an operation's requests can send, each as
 * `the deprecated parameter limit`.
 */
export function deprecatedRequestParts(operation: object, document: object): string[] {
  const found = new Set<string>();
  const seen = new Set<unknown>();
  const follow = (value: unknown) => followReference(document, value);
  const visit = (value: unknown): void => {
    const node = follow(value);
    if (typeof node !== 'object' || node === null || seen.has(node)) return;
    seen.add(node);
    for (const [name, property] of entriesOf(getIn(node, 'properties')))
      if (isSent(property)) found.add(`the deprecated property ${name}`);
    for (const inner of Object.values(node)) visit(inner);
  };
  const isSent = (property: unknown) =>
    getIn(property, 'deprecated') === true &&
    [property, follow(property)].every((node) => getIn(node, 'readOnly') !== true);

  for (const entry of listOf(getIn(operation, 'parameters'))) {
    const node = follow(entry);
    if (getIn(node, 'deprecated') === true)
      found.add(`the deprecated parameter ${getIn(node, 'name')}`);
  }
  const body = follow(getIn(operation, 'requestBody'));
  for (const [, media] of entriesOf(getIn(body, 'content'))) visit(getIn(media, 'schema'));
  return [...found];
}

/** Adds them to a contract in normal form, in place, so that its objects keep their places in the files. */
export function addStandardParts(document: JsonObject): void {
  const { components } = document;
  /** The written headers stay, between those that stand before and after them. */
  const add = (response: unknown, first: Headers) => {
    if (!isObject(response) || '$ref' in response) return;
    const { description, headers, ...rest } = response;
    const written = entriesOf(headers);
    const names = written.map(([name]) => name.toLowerCase());
    const toReferences = (added: Headers) =>
      added
        .filter(([, component]) => getIn(components, 'headers', component) !== undefined)
        .filter(([name]) => !names.includes(name.toLowerCase()))
        .map(([name, component]) => [name, { $ref: `#/components/headers/${component}` }] as const);
    const all = [...toReferences(first), ...written, ...toReferences(HEADERS_OF_ALL)];
    if (all.length === 0) return;
    for (const key of Object.keys(response)) delete response[key];
    Object.assign(response, { description, headers: Object.fromEntries(all), ...rest });
  };
  const withoutOperation = WITHOUT_OPERATION.map((status) => getIn(ERRORS, status));
  for (const [name, response] of entriesOf(getIn(components, 'responses'))) {
    const body = getIn(response, 'content', 'application/json', 'schema', '$ref');
    const isError = body === '#/components/schemas/Error' && !withoutOperation.includes(name);
    add(response, isError ? OF_ERRORS : []);
  }
  for (const [, item] of entriesOf(document.paths))
    for (const method of SUPPORTED_METHODS) {
      const operation = getIn(item, method);
      if (!isObject(operation) || !isObject(operation.responses)) continue;
      for (const [status, name] of Object.entries(standardErrors(operation, document)))
        if (getIn(components, 'responses', name) !== undefined)
          operation.responses[status] ??= { $ref: `#/components/responses/${name}` };
      for (const [status, response] of entriesOf(operation.responses))
        add(response, headersOfOperation(status, operation, document));
    }
}
