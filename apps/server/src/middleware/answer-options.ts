// OPTIONS on a path of the contract: 204 with the methods of the path.
import type { RequestHandler } from 'express';
import { allowedMethods, type Contract } from '../contract/contract.js';

export function answerOptions(contract: Contract): RequestHandler {
  return (req, res, next) => {
    const allow = req.method === 'OPTIONS' ? allowedMethods(contract, req.path) : '';
    if (allow === '') return next();
    res.status(204).set('Allow', allow).end();
  };
}
