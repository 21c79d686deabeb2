// Owns the question «which operation is meant?», for the log, the deprecation headers and HEAD. Whether the request may
// stand is the validator's verdict, later.
import type { RequestHandler } from 'express';
import { type Contract, operationOf } from '../contract.js';
import { setHeaders } from './set-headers.js';

/** A stranger learns nothing of the paths that exist: deprecation headers go to callers only. */
export function nameOperation(contract: Contract): RequestHandler {
  return (req, res, next) => {
    if (req.method === 'HEAD') req.method = 'GET'; // Node leaves out the body by itself
    const operation = operationOf(contract, req.method, req.path);
    res.locals.operation = operation;
    if (res.locals.caller) setHeaders(res, operation?.deprecationHeaders);
    next();
  };
}
