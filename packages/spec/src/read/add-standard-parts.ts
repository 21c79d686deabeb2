// Standard parts: the errors that the server itself sends, and the headers of every response. openapi.yaml describes each
// once, under `components`, and the build adds the references where the contract does not say otherwise. An operation's own
// errors stand beside those of the server with the same status. A contract that lacks a component does without it: the linter
// names what is missing.
import { METHODS } from '@animal-store/core';
import { entriesOf, getIn, isObject, type JsonObject, objectOf } from '../json.js';
import { formatPointer, joinPointer, resolvePointer } from '../json-pointer.js';
import {
  type Contract,
  deprecationOf,
  errorsIn,
  isReadOnly,
  type Operation,
  placesWithin,
  type Reply,
} from '../model/index.js';

const JSON_TYPE = 'application/json';

/** A component for each status. Also 413 and 415: a client may send a body where there is none. */
const STANDARD_ERRORS = {
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
const WITHOUT_OPERATION: readonly string[] = ['401', '405'];

/** Names of headers, each with that of its component. */
type HeaderComponents = readonly (readonly [name: string, component: string])[];

const same = (...names: string[]): HeaderComponents => names.map((name) => [name, name]);
export const HEADERS_OF_ALL = same(
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
  'X-Request-Id',
);
const OF_DEPRECATED: HeaderComponents = [
  ...same('Deprecation', 'Sunset'),
  ['Link', 'SuccessorLink'],
];
const OF_IDEMPOTENCY = same('Idempotency-Replayed');
const OF_DEPRECATED_PARTS: HeaderComponents = [
  ['Deprecation', 'ErrorDeprecation'],
  ['Sunset', 'ErrorSunset'],
];
const OF_ERRORS: HeaderComponents = [...OF_DEPRECATED_PARTS, ['Link', 'ErrorSuccessorLink']];

/** The components of the errors that the server itself sends for an operation, by their statuses. */
export function standardErrors({ isIdempotent }: Operation): Record<string, string> {
  return isIdempotent ? { ...STANDARD_ERRORS, ...IDEMPOTENCY_ERRORS } : STANDARD_ERRORS;
}

/** The headers that the responses of an operation have by its status, before those of every response. */
export function headersOfOperation(status: string, operation: Operation): HeaderComponents {
  if (!status.startsWith('2')) return WITHOUT_OPERATION.includes(status) ? [] : OF_ERRORS;
  const idempotency = operation.isIdempotent ? OF_IDEMPOTENCY : [];
  if (operation.deprecation?.isDeprecated) return [...OF_DEPRECATED, ...idempotency];
  const [part] = deprecatedRequestParts(operation);
  return [...(part === undefined ? [] : OF_DEPRECATED_PARTS), ...idempotency];
}

/**
 * Deprecated parts of a request: the parameters and the properties of the body that an operation's requests can send, each as
 * `the deprecated parameter limit`.
 */
export function deprecatedRequestParts({ parameters, body }: Operation): string[] {
  const found = new Set<string>();
  for (const { value } of parameters)
    if (value.deprecation?.isDeprecated) found.add(`the deprecated parameter ${value.name}`);
  const contents = [...(body?.value.content.values() ?? [])];
  for (const place of contents.flatMap(({ schema }) => (schema ? [...placesWithin(schema)] : [])))
    for (const [name, property] of place.schema.properties ?? [])
      if (deprecationOf(property)?.isDeprecated && !isReadOnly(property))
        found.add(`the deprecated property ${name}`);
  return [...found];
}

/**
 * Adds them to a contract in normal form, in place, so that its objects keep their places in the files.
 * @param contract what the document says without them.
 * @returns the pointers of the responses that were merged into one, where no reference shows that they are used.
 */
export function addStandardParts(document: JsonObject, contract: Contract): string[] {
  const merged: string[] = [];
  const { headers: components, operations, replies } = contract;
  /** The written headers stay, between those that stand before and after them. */
  const add = (response: unknown, first: HeaderComponents) => {
    if (!isObject(response) || '$ref' in response) return;
    const { description, headers, ...rest } = response;
    const written = entriesOf(headers);
    const names = written.map(([name]) => name.toLowerCase());
    const toReferences = (added: HeaderComponents) =>
      added
        .filter(([, component]) => components.has(component))
        .filter(([name]) => !names.includes(name.toLowerCase()))
        .map(([name, component]) => [name, { $ref: `#/components/headers/${component}` }] as const);
    const all = [...toReferences(first), ...written, ...toReferences(HEADERS_OF_ALL)];
    if (all.length === 0) return;
    for (const key of Object.keys(response)) delete response[key];
    Object.assign(response, { description, headers: Object.fromEntries(all), ...rest });
  };
  const withoutOperation = Object.entries(STANDARD_ERRORS)
    .filter(([status]) => WITHOUT_OPERATION.includes(status))
    .map(([, name]) => name);
  for (const [name, { content }] of replies) {
    const body = content.get(JSON_TYPE)?.schema?.component;
    const isError = body === 'Error' && !withoutOperation.includes(name);
    const response = resolvePointer(document, formatPointer('components', 'responses', name));
    add(response, isError ? OF_ERRORS : []);
  }
  for (const operation of operations) {
    const responses = resolvePointer(document, joinPointer(operation.at, 'responses'));
    const isServed = METHODS.some((method) => method === operation.method);
    if (!isServed || !isObject(responses)) continue;
    for (const [status, name] of Object.entries(standardErrors(operation))) {
      const standard = replies.get(name);
      if (standard === undefined) continue;
      const own = operation.replies.get(status)?.value;
      const both = own && withStandard(own, standard, document);
      if (both) merged.push(own.at, standard.at);
      responses[status] = both ?? responses[status] ?? { $ref: `#/components/responses/${name}` };
    }
    for (const [status, response] of entriesOf(responses))
      add(response, headersOfOperation(status, operation));
  }
  return merged;
}

/** An operation's response with the server's errors of its status; undefined if it has them, or none of its own. */
function withStandard(own: Reply, standard: Reply, document: JsonObject): JsonObject | undefined {
  const codes = errorsIn(own).map(({ code }) => code);
  const added = errorsIn(standard).filter(({ code }) => !codes.includes(code));
  if (codes.length === 0 || added.length === 0) return undefined;
  const [node, shared] = [own, standard].map(({ at }) => objectOf(resolvePointer(document, at)));
  const { example, ...media } = objectOf(getIn(node, 'content', JSON_TYPE));
  const written = example === undefined ? media.examples : { [`${codes[0]}`]: { value: example } };
  const shown = added.map(({ code, value }) => [code, { value }]);
  const examples = { ...objectOf(written), ...Object.fromEntries(shown) };
  return {
    ...node,
    description: `${own.description}\n\n${standard.description}`,
    headers: { ...objectOf(shared?.headers), ...objectOf(node?.headers) },
    content: { [JSON_TYPE]: { ...media, examples } },
  };
}
