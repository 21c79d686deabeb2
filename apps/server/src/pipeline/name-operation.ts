// Owns the question «which operation is meant?», for the log, the deprecation headers and HEAD. Whether the request may
// stand is the validator's verdict, later.
import type { RequestHandler } from 'express';
import { type Contract, operationsAt } from '../contract.js';

/** A stranger learns nothing of the paths that exist: deprecation headers go to callers only. */
export function nameOperation(contract: Contract): RequestHandler {
  return (req, res, next) => {
    if (req.method === 'HEAD') req.method = 'GET'; // Node leaves out the body by itself
    const operation = operationsAt(contract, req.path).find(
      ({ method }) => method.toUpperCase() === req.method,
    );
    if (operation) {
      res.locals.operation = operation;
      if (res.locals.caller) res.set(operation.deprecationHeaders ?? {});
    }
    next();
  };
}
