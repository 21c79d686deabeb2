// Owns the question «which operation is meant?», for the log, the deprecation headers, HEAD and OPTIONS. Whether the
// request may stand is the validator's verdict, later.
import type { RequestHandler } from 'express';
import type { Contract, ContractOperation } from '../contract.js';

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

/** OPTIONS on a path of the contract: 204 with the methods it has. */
export function answerOptions(contract: Contract): RequestHandler {
  return (req, res, next) => {
    const allow = req.method === 'OPTIONS' ? allowedMethods(contract, req.path) : '';
    if (allow === '') return next();
    res.status(204).set('Allow', allow).end();
  };
}

/** The value of an Allow header; empty for a path outside the contract. */
export function allowedMethods(contract: Contract, path: string): string {
  const methods = operationsAt(contract, path).map(({ method }) => method.toUpperCase());
  if (methods.length === 0) return '';
  if (methods.includes('GET')) methods.push('HEAD');
  return [...methods, 'OPTIONS'].join(', ');
}

function operationsAt(contract: Contract, path: string): ContractOperation[] {
  return contract.operations.filter((operation) => operation.match(path) !== undefined);
}
