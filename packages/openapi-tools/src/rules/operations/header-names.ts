// Rule: a header of the contract is none that HTTP or the server owns, and a response header has one plain value.
import type { Oas3Rule } from '@redocly/openapi-core';
import { entriesOf, getIn } from '../../json.js';

const BY_HTTP = 'belongs to the connection: HTTP sets it';
const BY_OPENAPI = 'is described by the contract elsewhere, and OpenAPI ignores a parameter for it';
const BY_SERVER = 'is read by the server itself on every request';
const NO_COOKIES = 'carries cookies, which the service does not use';

const OF_BOTH = {
  [BY_HTTP]: 'connection content-length date keep-alive te trailer transfer-encoding upgrade via',
  [BY_OPENAPI]: 'content-encoding content-type',
};
/** By the reason why a parameter cannot have the name. */
const OF_REQUESTS = [
  OF_BOTH,
  {
    [BY_OPENAPI]: 'accept authorization',
    [BY_HTTP]: 'expect host http2-settings proxy-authorization proxy-connection',
    [BY_SERVER]:
      'forwarded traceparent tracestate x-forwarded-for x-forwarded-host x-forwarded-proto x-request-id',
    'is set by the browser: a page cannot send it':
      'accept-charset accept-encoding access-control-request-headers access-control-request-method origin referer user-agent',
    [NO_COOKIES]: 'cookie cookie2',
  },
];
/** By the reason why a handler cannot set it. */
const OF_RESPONSES = [
  OF_BOTH,
  {
    [NO_COOKIES]: 'set-cookie set-cookie2',
    'is set by the server': 'cache-control vary x-content-type-options',
    'is set by the server for the origins in CORS_ORIGINS':
      'access-control-allow-credentials access-control-allow-headers access-control-allow-methods access-control-allow-origin access-control-expose-headers access-control-max-age',
  },
];

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

function ownerOf(name: string, tables: readonly Record<string, string>[]): string | undefined {
  const reasons = tables.flatMap((table) => Object.entries(table));
  return reasons.find(([, names]) => names.split(' ').includes(name.toLowerCase()))?.[0];
}
