// Validation cache: an LRU cache of validated parameters by URL. Whether a GET without a body is valid depends on its
// URL alone, so the validating middlewares run once for each URL. All results are theirs; only successes are cached.
import type { Request, RequestHandler, Response } from 'express';
import type { OpenApiRequest } from 'express-openapi-validator/dist/framework/types.js';
import { LruCache } from '../lib/lru-cache.js';
import { compose, type Middleware } from '../middleware/compose.js';
import type { ValidatedParameters } from '../middleware/request-context.js';

/** Ten megabytes at worst. URLs of listings have few forms; URLs that are all different evict one another. */
const MOST = 8_192;
const LONGEST_URL = 256;

export function cacheValidation(...judges: readonly Middleware[]): RequestHandler {
  const verdicts = new LruCache<ValidatedParameters>(MOST);
  const judge = compose(...judges);
  return (req, res, next) => {
    const isRememberable = dependsOnUrlAlone(req, res);
    const known = isRememberable ? verdicts.get(req.url) : undefined;
    if (known !== undefined) {
      res.locals.parameters = known;
      next();
      return;
    }
    const { url } = req;
    judge(req, res, (error?: unknown) => {
      if (error !== undefined) return next(error);
      res.locals.parameters = read(req, res);
      if (isRememberable) verdicts.set(url, res.locals.parameters);
      next();
    });
  };
}

function dependsOnUrlAlone(req: Request, res: Response): boolean {
  const { operation } = res.locals;
  if (req.method !== 'GET' || req.body !== undefined || operation === undefined) return false;
  const readsHeaders = operation.parameters.some((parameter) => parameter.in === 'header');
  return !readsHeaders && req.url.length <= LONGEST_URL;
}

function read(req: Request, res: Response): ValidatedParameters {
  const { integers } = res.locals;
  return {
    query: Object.freeze({ ...req.query, ...integers?.query }),
    path: Object.freeze({ ...(req as OpenApiRequest).openapi?.pathParams, ...integers?.path }),
  };
}
