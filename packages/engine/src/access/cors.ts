// CORS: browsers may call the API only from allowed origins; by default, from none.
import type { Contract } from '../contract.js';
import type { Exchange } from '../request/exchange.js';
import type { AllowedOrigins } from './allowed-origins.js';

/** Headers that any request may carry. OpenAPI does not list them among an operation's parameters. */
const REQUEST_HEADERS = ['Authorization', 'Content-Type', 'X-Request-Id'];
/** Headers that tracing adds to requests of a page: W3C Trace Context, W3C Baggage, Sentry. */
const TRACING_HEADERS = ['traceparent', 'tracestate', 'baggage', 'sentry-trace'];
const PREFLIGHT_MAX_AGE_SECONDS = 600;

/**
 * Runs before authentication: a browser sends preflight requests without a key, and must be able to read a 401. Returns
 * whether this is a preflight request of an allowed origin, which is answered without a key.
 */
export function createCors(
  origins: AllowedOrigins,
  contract: Contract,
): (exchange: Exchange, origin: string) => Promise<boolean> {
  const methods = new Set(contract.operations.map(({ method }) => method.toUpperCase()));
  const allowed = new Set([...REQUEST_HEADERS, ...TRACING_HEADERS, ...contract.requestHeaders]);
  const ofEvery = ['Access-Control-Expose-Headers', contract.responseHeaders.join(',')];
  const ofOptions = [
    'Access-Control-Allow-Methods',
    ['HEAD', ...methods].join(','),
    'Access-Control-Allow-Headers',
    [...allowed].join(','),
    'Access-Control-Max-Age',
    String(PREFLIGHT_MAX_AGE_SECONDS),
  ];
  return async ({ req, headers, isShed }, origin) => {
    if (!(await origins.includes(origin, isShed))) return false;
    headers.push('Access-Control-Allow-Origin', origin, ...ofEvery);
    if (req.method !== 'OPTIONS') return false;
    headers.push(...ofOptions);
    return req.headers['access-control-request-method'] !== undefined;
  };
}
