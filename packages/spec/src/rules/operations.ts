// Rules on the parameters, headers and replies of operations. A header of the contract is none that HTTP or the server owns, and
// a response header has one plain value. `Idempotency-Key` is a header of operations that a retry would repeat, spelled as the
// server and the SDK look for it. The values that the contract gives for headers and parameters can be sent there, because
// examples and mocks send them. A response has the body that its status allows, and errors have the body of every error.
import type { Oas3Rule, UserContext } from '@redocly/openapi-core';
import { entriesOf, getIn, isObject, listOf } from '../json.js';
import { METHODS_WITH_KEY } from '../methods.js';
import { examplesOf, schemasWithin } from './schemas/schema-parts.js';

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
const KEY = 'Idempotency-Key';

export const headerNames: Oas3Rule = () => ({
  Parameter({ in: place, name }, { report, location }) {
    const owner = place === 'header' ? ownerOf(String(name), OF_REQUESTS) : undefined;
    if (owner !== undefined)
      report({
        message: `The header ${name} ${owner}. Remove the parameter, or give it another name.`,
        location: location.child('name'),
      });
  },
  Response({ headers }, { report, location }) {
    for (const [name] of entriesOf(headers)) {
      const owner = ownerOf(name, OF_RESPONSES);
      if (owner !== undefined)
        report({
          message: `The header ${name} ${owner}. Remove it.`,
          location: location.child(['headers', name]).key(),
        });
    }
  },
  Header(header, { report, location, resolve }) {
    const types: unknown[] = [header.schema && getIn(resolve(header.schema).node, 'type')].flat();
    const type = types.find((name) => ['object', 'array', 'null'].includes(String(name)));
    if (type === undefined) return;
    report({
      message: `A response header cannot be of type ${type}: it is one text. Use a string, a number or a boolean.`,
      location: location.child('schema').key(),
    });
  },
});

function ownerOf(name: string, owners: Owners): string | undefined {
  return owners.find(([, names]) => names.split(' ').includes(name.toLowerCase()))?.[0];
}

export const idempotencyKey: Oas3Rule = () => ({
  Parameter({ in: place, name, schema }, { report, location, resolve }) {
    if (name === KEY && schema && getIn(resolve(schema).node, 'default') !== undefined)
      report({
        message: `A default of ${KEY} would make different requests share one key. Remove it.`,
        location: location.child('schema').key(),
      });
    if (place === 'header' && name !== KEY && String(name).toLowerCase() === KEY.toLowerCase())
      report({
        message: `Write ${KEY}: the SDK looks for this spelling.`,
        location: location.child('name'),
      });
  },
  Operation({ parameters }, { report, location, resolve, key: method }) {
    if (METHODS_WITH_KEY.includes(String(method))) return;
    for (const [index, entry] of listOf(parameters).entries())
      if (getIn(resolve(Object(entry)).node, 'name') === KEY)
        report({
          message: `${KEY} has no meaning for ${String(method).toUpperCase()}, which can be repeated without it. Remove it.`,
          location: location.child(['parameters', index]),
        });
  },
});

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

export const sendableValues: Oas3Rule = () => ({
  Header: (header, context) => checkValues(header, HEADER, context),
  Parameter(parameter, context) {
    const rule = VALUES[String(parameter.in)];
    if (rule !== undefined) checkValues(parameter, rule, context);
  },
});

function checkValues(
  node: object,
  { pattern, says }: (typeof VALUES)[string],
  { report, location, resolve }: UserContext,
): void {
  const check = (value: unknown, at: UserContext['location']) => {
    for (const part of Array.isArray(value) ? value : [value])
      if (typeof part === 'string' && !pattern.test(part))
        report({ message: `${says} (got ${JSON.stringify(part)}).`, location: at.key() });
  };
  for (const { keys, value } of examplesOf(node, resolve)) check(value, location.child(keys));
  for (const within of schemasWithin(getIn(node, 'schema'), location.child('schema'), resolve))
    for (const key of ['const', 'default', 'enum', 'example', 'examples'])
      check(within.schema[key], within.location.child(key));
}

/** Statuses of responses without a body (RFC 9110). */
const WITHOUT_CONTENT = ['204', '205'];

export const responseBodies: Oas3Rule = () => {
  let errorSchema: unknown;
  return {
    Root(root) {
      errorSchema = getIn(root, 'components', 'schemas', 'Error');
    },
    Operation(operation, { report, location, resolve }) {
      for (const [status, entry] of entriesOf(operation.responses)) {
        if (!/^[245]\d\d$/.test(status)) continue; // contract-schema reports it
        const content = getIn(resolve<object>(Object(entry)).node, 'content');
        const schema = getIn(content, 'application/json', 'schema');
        const reportStatus = (message: string) =>
          report({ message, location: location.child(['responses', status]).key() });
        if (WITHOUT_CONTENT.includes(status) && content !== undefined)
          reportStatus(`A ${status} response has no body: remove its \`content\`, or use 200.`);
        if (/^[45]/.test(status) && !(isObject(schema) && resolve(schema).node === errorSchema))
          reportStatus(
            'The body of every error is #/components/schemas/Error, as application/json: the server sends no other.',
          );
      }
    },
  };
};
