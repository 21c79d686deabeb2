// Owns CORS: the origins that the operator listed may call from a browser, to the letter; by default none may.
import cors from 'cors';
import type { RequestHandler } from 'express';
import type { Contract } from '../contract.js';

/** What any request may carry: OpenAPI does not count these among an operation's parameters. */
const ANY_REQUEST = ['Authorization', 'Content-Type', 'X-Request-Id'];
const PREFLIGHT_MAX_AGE_SECONDS = 600;

/**
 * Stands before authentication: a browser asks for leave without a key, and must be able to read a 401.
 * @param beforePreflight Completes the reply to such a question, which no later stage sees.
 */
export function allowOrigins(
  origins: readonly string[],
  contract: Contract,
  beforePreflight: RequestHandler,
): RequestHandler {
  const methods = new Set(contract.operations.map((operation) => operation.method.toUpperCase()));
  const answer = cors({
    origin: [...origins],
    methods: ['HEAD', ...methods],
    allowedHeaders: [...new Set([...ANY_REQUEST, ...contract.requestHeaders])],
    exposedHeaders: [...contract.replyHeaders],
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
    answer(req, res, () => {
      if (isPreflight) beforePreflight(req, res, () => res.status(204).end());
      else next();
    });
  };
}
