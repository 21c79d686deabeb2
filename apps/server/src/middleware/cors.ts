// CORS: browsers may call the API only from the origins that the operator listed, compared exactly; by default, none.
import expressCors from 'cors';
import type { RequestHandler } from 'express';
import type { Contract } from '../contract/contract.js';

/** Headers that any request may carry. OpenAPI does not list them among an operation's parameters. */
const COMMON_HEADERS = ['Authorization', 'Content-Type', 'X-Request-Id'];
const PREFLIGHT_MAX_AGE_SECONDS = 600;

/**
 * Runs before authentication: a browser sends preflight requests without a key, and must be able to read a 401.
 * @param beforePreflight Completes the reply to a preflight request, which reaches no later middleware.
 */
export function cors(
  origins: readonly string[],
  contract: Contract,
  beforePreflight: RequestHandler,
): RequestHandler {
  const methods = new Set(contract.operations.map((operation) => operation.method.toUpperCase()));
  const setCorsHeaders = expressCors({
    origin: [...origins],
    methods: ['HEAD', ...methods],
    allowedHeaders: [...new Set([...COMMON_HEADERS, ...contract.requestHeaders])],
    exposedHeaders: [...contract.responseHeaders],
    maxAge: PREFLIGHT_MAX_AGE_SECONDS,
    preflightContinue: true,
  });
  return (req, res, next) => {
    const origin = req.get('Origin');
    if (origin === undefined || !origins.includes(origin)) {
      if (origins.length > 0) res.vary('Origin');
      next();
      return;
    }
    const isPreflight =
      req.method === 'OPTIONS' && req.get('Access-Control-Request-Method') !== undefined;
    setCorsHeaders(req, res, () => {
      if (!isPreflight) return next();
      beforePreflight(req, res, (error) => (error ? next(error) : res.status(204).end()));
    });
  };
}
