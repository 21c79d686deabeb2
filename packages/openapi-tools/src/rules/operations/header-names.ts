// Rules on headers. A header of the contract is none that HTTP or the server owns, and a response header has one plain value.
// `Idempotency-Key` is a header of operations that a retry would repeat, spelled as the server and the SDK look for it.
import type { Oas3Rule } from '@redocly/openapi-core';
import { entriesOf, getIn } from '../../json.js';

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
/** Requests of others can be repeated without a key. */
const METHODS_WITH_KEY = ['post', 'patch'];

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
  Operation({ parameters = [] }, { report, location, resolve, key }) {
    if (METHODS_WITH_KEY.includes(String(key))) return;
    for (const [index, entry] of parameters.entries())
      if (getIn(resolve<object>(entry).node, 'name') === KEY)
        report({
          message: `${KEY} has no meaning for ${String(key).toUpperCase()}, which can be repeated without it. Remove it.`,
          location: location.child(['parameters', index]),
        });
  },
});
