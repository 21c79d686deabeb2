// CORS: browsers may call the API only from allowed origins; by default, from none.
import expressCors from 'cors';
import type { RequestHandler } from 'express';
import type { Contract } from '../../contract/contract.js';
import type { AllowedOrigins } from './allowed-origins.js';

/** Headers that any request may carry. OpenAPI does not list them among an operation's parameters. */
const COMMON_HEADERS = ['Authorization', 'Content-Type', 'X-Request-Id'];
/** Headers that tracing adds to requests of a page: W3C Trace Context, W3C Baggage, Sentry. */
const TRACING_HEADERS = ['traceparent', 'tracestate', 'baggage', 'sentry-trace'];
const PREFLIGHT_MAX_AGE_SECONDS = 600;

/**
 * Runs before authentication: a browser sends preflight requests without a key, and must be able to read a 401.
 * @param beforePreflight Completes the reply to a preflight request, which reaches no later middleware.
 */
export function cors(
  origins: AllowedOrigins,
  contract: Contract,
  beforePreflight: RequestHandler,
): RequestHandler {
  const methods = new Set(contract.operations.map((operation) => operation.method.toUpperCase()));
  const setCorsHeaders = expressCors({
    origin: true, // only requests of an admitted origin come here
    methods: ['HEAD', ...methods],
    allowedHeaders: [
      ...new Set([...COMMON_HEADERS, ...TRACING_HEADERS, ...contract.requestHeaders]),
    ],
    exposedHeaders: [...contract.responseHeaders],
    maxAge: PREFLIGHT_MAX_AGE_SECONDS,
    preflightContinue: true,
  });
  return async (req, res, next) => {
    const { origin } = req.headers;
    res.setHeader('Vary', 'Origin');
    if (origin === undefined) return next();
    const isAllowed = await origins.includes(origin, res.locals.isShed);
    if (res.headersSent) return; // its body was malformed HTTP, and it has been refused meanwhile
    if (!isAllowed) return next();
    const isPreflight =
      req.method === 'OPTIONS' && req.get('Access-Control-Request-Method') !== undefined;
    setCorsHeaders(req, res, () => {
      if (!isPreflight) return next();
      beforePreflight(req, res, (error) => (error ? next(error) : res.status(204).end()));
    });
  };
}
