// HTTP headers that a contract cannot give a meaning of its own, because HTTP or the server already does.

const BY_OPENAPI = 'is described by the contract elsewhere, and OpenAPI ignores a parameter for it';
const BY_HTTP = 'belongs to the connection: HTTP sets it';
const BY_SERVER = 'is read by the server itself on every request';
const BY_BROWSER = 'is set by the browser: a page cannot send it';
const NO_COOKIES = 'carries cookies, which the service does not use';

function forEach(names: string, reason: string): [string, string][] {
  return names.split(' ').map((name) => [name, reason]);
}

const OF_BOTH = [
  ...forEach(
    'connection content-length date keep-alive te trailer transfer-encoding upgrade via',
    BY_HTTP,
  ),
  ...forEach('content-encoding content-type', BY_OPENAPI),
  ...forEach('x-request-id', BY_SERVER),
];

/** Why a request header cannot be a parameter, by its name in lower case. */
export const RESERVED_REQUEST_HEADERS: Readonly<Record<string, string>> = Object.fromEntries([
  ...OF_BOTH,
  ...forEach('accept authorization', BY_OPENAPI),
  ...forEach('expect host http2-settings proxy-authorization proxy-connection', BY_HTTP),
  ...forEach(
    'forwarded traceparent tracestate x-forwarded-for x-forwarded-host x-forwarded-proto',
    BY_SERVER,
  ),
  ...forEach(
    'accept-charset accept-encoding access-control-request-headers access-control-request-method origin referer user-agent',
    BY_BROWSER,
  ),
  ...forEach('cookie cookie2', NO_COOKIES),
]);

/** Why a handler cannot set a response header, by its name in lower case. */
export const RESERVED_RESPONSE_HEADERS: Readonly<Record<string, string>> = Object.fromEntries([
  ...OF_BOTH.filter(([name]) => name !== 'x-request-id'),
  ...forEach('set-cookie set-cookie2', NO_COOKIES),
  ...forEach('cache-control vary x-content-type-options', 'is set by the server'),
  ...forEach(
    'access-control-allow-credentials access-control-allow-headers access-control-allow-methods access-control-allow-origin access-control-expose-headers access-control-max-age',
    'is set by the server for the origins in CORS_ORIGINS',
  ),
]);
