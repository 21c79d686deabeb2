// Match of a request with an operation of the contract. It is made once, and serves the log, the deprecation headers,
// HEAD, 404 and 405.
import type { RequestHandler } from 'express';
import { allowedMethods, type Contract, operationOf } from '../contract/contract.js';
import { ApiError } from '../errors.js';
import { setHeaders } from '../http/headers.js';

/** Deprecation headers go to callers only: an anonymous client must not learn which paths exist. */
export function matchOperation(contract: Contract): RequestHandler {
  return (req, res, next) => {
    if (req.method === 'HEAD') req.method = 'GET'; // Node omits the body of the reply by itself
    const operation = operationOf(contract, req.method, req.path);
    res.locals.operation = operation;
    if (res.locals.caller) setHeaders(res, operation?.deprecationHeaders);
    next();
  };
}

/** 404 for a path outside the contract, 405 for a method that the path does not have. Runs before the body is read. */
export function requireOperation(contract: Contract): RequestHandler {
  return (req, res, next) => {
    if (res.locals.operation !== undefined) return next();
    const allow = allowedMethods(contract, req.path);
    if (allow === '') throw new ApiError('not_found');
    throw new ApiError('method_not_allowed', { headers: { Allow: allow } });
  };
}

/** OPTIONS on a path of the contract: 204 with the methods of the path. */
export function answerOptions(contract: Contract): RequestHandler {
  return (req, res, next) => {
    const allow = req.method === 'OPTIONS' ? allowedMethods(contract, req.path) : '';
    if (allow === '') return next();
    res.status(204).set('Allow', allow).end();
  };
}
