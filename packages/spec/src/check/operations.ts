// Rules on the parameters, headers and replies of operations. A header of the contract is none that HTTP or the server owns, and
// a response header has one plain value. `Idempotency-Key` is a header of operations that a retry would repeat, spelled as the
// server and the SDK look for it. The values that the contract gives for headers and parameters can be sent there, because
// examples and mocks send them. A response has the body that its status allows, and errors have the body of every error.
import { IDEMPOTENCY_KEY, isIdempotencyKey } from '@animal-store/core';
import { joinPointer } from '../json-pointer.js';
import { METHODS_WITH_KEY } from '../methods.js';
import {
  type Carrier,
  defaultOf,
  type GivenValue,
  givenValuesOf,
  headersOf,
  parametersOf,
  placesWithin,
  repliesOf,
} from '../model/index.js';
import type { Report, Rule } from './rule.js';

const BY_HTTP = 'belongs to the connection: HTTP sets it';
const BY_OPENAPI = 'is described by the contract elsewhere, and OpenAPI ignores a parameter for it';
const NO_COOKIES = 'carries cookies, which the service does not use';

/** The reason why a header cannot have one of the names. */
type Owners = [reason: string, names: string][];

const OF_BOTH: Owners = [
  [BY_HTTP, 'connection content-length date keep-alive te trailer transfer-encoding upgrade via'],
  [BY_OPENAPI, 'content-encoding content-type'],
];
const OF_REQUESTS: Owners = [
  ...OF_BOTH,
  [BY_OPENAPI, 'accept authorization'],
  [BY_HTTP, 'expect host http2-settings proxy-authorization proxy-connection'],
  [
    'is read by the server itself on every request',
    'forwarded traceparent tracestate x-forwarded-for x-forwarded-host x-forwarded-proto x-request-id',
  ],
  [
    'is set by the browser: a page cannot send it',
    'accept-charset accept-encoding access-control-request-headers access-control-request-method origin referer user-agent',
  ],
  [NO_COOKIES, 'cookie cookie2'],
];
const OF_RESPONSES: Owners = [
  ...OF_BOTH,
  [NO_COOKIES, 'set-cookie set-cookie2'],
  ['is set by the server', 'cache-control vary x-content-type-options'],
  [
    'is set by the server for the origins in CORS_ORIGINS',
    'access-control-allow-credentials access-control-allow-headers access-control-allow-methods access-control-allow-origin access-control-expose-headers access-control-max-age',
  ],
];

export const headerNames: Rule = (contract, report) => {
  for (const { at, in: place, name } of parametersOf(contract)) {
    const owner = place === 'header' ? ownerOf(name, OF_REQUESTS) : undefined;
    if (owner !== undefined)
      report({
        message: `The header ${name} ${owner}. Remove the parameter, or give it another name.`,
        at: joinPointer(at, 'name'),
      });
  }
  for (const { at, headers } of repliesOf(contract))
    for (const name of headers.keys()) {
      const owner = ownerOf(name, OF_RESPONSES);
      if (owner !== undefined)
        report({
          message: `The header ${name} ${owner}. Remove it.`,
          at: joinPointer(at, 'headers', name),
          isKey: true,
        });
    }
  for (const { at, schema } of headersOf(contract)) {
    const type = schema?.schema.types?.find((name) => /^(?:object|array|null)$/.test(name));
    if (type !== undefined)
      report({
        message: `A response header cannot be of type ${type}: it is one text. Use a string, a number or a boolean.`,
        at: joinPointer(at, 'schema'),
        isKey: true,
      });
  }
};

function ownerOf(name: string, owners: Owners): string | undefined {
  return owners.find(([, names]) => names.split(' ').includes(name.toLowerCase()))?.[0];
}

export const idempotencyKey: Rule = (contract, report) => {
  for (const { at, in: place, name, schema } of parametersOf(contract)) {
    if (name === IDEMPOTENCY_KEY && schema !== undefined && defaultOf(schema) !== undefined)
      report({
        message: `A default of ${IDEMPOTENCY_KEY} would make different requests share one key. Remove it.`,
        at: joinPointer(at, 'schema'),
        isKey: true,
      });
    if (name !== IDEMPOTENCY_KEY && isIdempotencyKey({ name, in: place }))
      report({
        message: `Write ${IDEMPOTENCY_KEY}: the SDK looks for this spelling.`,
        at: joinPointer(at, 'name'),
      });
  }
  for (const { method, parameters } of contract.operations) {
    if (METHODS_WITH_KEY.includes(method)) continue;
    for (const { at, value } of parameters)
      if (value.name === IDEMPOTENCY_KEY)
        report({
          message: `${IDEMPOTENCY_KEY} has no meaning for ${method.toUpperCase()}, which can be repeated without it. Remove it.`,
          at,
        });
  }
};

/** Field values (RFC 9110, 5.5), of which runtimes send characters up to U+00FF. */
const HEADER = {
  pattern: /^(?:[!-~\x80-\xff](?:[\t -~\x80-\xff]*[!-~\x80-\xff])?)?$/,
  says: 'A header cannot carry it: use characters up to U+00FF, without control characters, and without spaces at the start and the end',
};
const VALUES: Readonly<Record<string, { pattern: RegExp; says: string }>> = {
  header: HEADER,
  path: {
    pattern: /^(?!\.{1,2}$)[^\p{Cs}]+$/u,
    says: 'A segment of a path cannot carry it: use a text that is neither empty, nor `.` or `..`, nor half of a character',
  },
  query: { pattern: /^[^\p{Cs}]*$/u, says: 'A URL cannot carry half of a character' },
};

export const sendableValues: Rule = (contract, report) => {
  for (const header of headersOf(contract)) checkValues(header, HEADER, report);
  for (const parameter of parametersOf(contract)) {
    const rule = VALUES[parameter.in];
    if (rule !== undefined) checkValues(parameter, rule, report);
  }
};

function checkValues(
  carrier: Carrier,
  { pattern, says }: (typeof VALUES)[string],
  report: Report,
): void {
  for (const { at, value } of valuesWithin(carrier))
    for (const part of Array.isArray(value) ? value : [value])
      if (typeof part === 'string' && !pattern.test(part))
        report({ message: `${says} (got ${JSON.stringify(part)}).`, at, isKey: true });
}

/** All values that the contract gives, each with its place. */
function* valuesWithin({ examples, schema: root }: Carrier): Generator<GivenValue> {
  yield* examples;
  if (root === undefined) return;
  for (const place of placesWithin(root)) {
    yield* givenValuesOf(place);
    const { schema } = place;
    yield* givenValuesOf(schema);
    if (schema.constant !== undefined)
      yield { at: joinPointer(schema.at, 'const'), value: schema.constant.value };
    if (schema.enum !== undefined) yield { at: joinPointer(schema.at, 'enum'), value: schema.enum };
  }
}

/** Statuses of responses without a body (RFC 9110). */
const WITHOUT_CONTENT = ['204', '205'];

export const responseBodies: Rule = ({ operations, schemas }, report) => {
  const error = schemas.get('Error')?.schema;
  for (const { replies, at: operationAt } of operations)
    for (const [status, { value }] of replies) {
      if (!/^[245]\d\d$/.test(status)) continue; // contract-schema reports it
      const schema = value.content.get('application/json')?.schema?.schema;
      const reportStatus = (message: string) =>
        report({ message, at: joinPointer(operationAt, 'responses', status), isKey: true });
      if (WITHOUT_CONTENT.includes(status) && value.content.size > 0)
        reportStatus(`A ${status} response has no body: remove its \`content\`, or use 200.`);
      if (/^[45]/.test(status) && (schema === undefined || schema !== error))
        reportStatus(
          'The body of every error is #/components/schemas/Error, as application/json: the server sends no other.',
        );
    }
};
