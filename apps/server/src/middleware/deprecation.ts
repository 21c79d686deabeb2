// Deprecation headers on the response to a request that sends deprecated parameters, or a body with deprecated properties.
import { usedDeprecation } from '@animal-store/contract/http';
import type { Request, RequestHandler, Response } from 'express';
import type { Contract } from '../contract/contract.js';
import { rawHeaderValues, setHeaders } from '../http/headers.js';

/** For the parts of the request that were read. */
export function setUsedDeprecation(req: Request, res: Response): void {
  const { operation } = res.locals;
  if (operation?.deprecatedParts === undefined) return;
  const start = req.url.indexOf('?');
  const used = usedDeprecation(operation.deprecatedParts, {
    query: start < 0 ? '' : req.url.slice(start + 1),
    hasHeader: (name) => rawHeaderValues(req, name.toLowerCase()).length > 0,
    body: req.body,
  });
  setHeaders(res, used);
}

/** Runs after the body is parsed, and before defaults are filled in. No middleware if no body has anything deprecated. */
export function deprecatedBodies({ operations }: Contract): RequestHandler[] {
  if (operations.every(({ deprecatedParts }) => deprecatedParts?.body === undefined)) return [];
  return [
    (req, res, next) => {
      if (req.body !== undefined) setUsedDeprecation(req, res);
      next();
    },
  ];
}
