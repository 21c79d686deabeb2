// Validation cache: an LRU cache of validated parameters by URL. Whether a GET without a body is valid depends on its
// URL alone, so the validating middlewares run once for each URL. Only valid requests are cached.
import type { ValidatedParameters } from '@animal-store/contract/validation';
import type { Request, RequestHandler, Response } from 'express';
import { LruCache } from '../lib/lru-cache.js';
import { compose, type Middleware } from '../middleware/compose.js';

/** Two megabytes at most. More gain nothing: a URL that is new is validated in microseconds. */
const MAX_URLS = 1_024;
const MAX_URL_LENGTH = 256;

export function cacheValidation(...middlewares: readonly Middleware[]): RequestHandler {
  const cache = new LruCache<ValidatedParameters>(MAX_URLS);
  const validate = compose(...middlewares);
  return (req, res, next) => {
    const { url } = req;
    const isCacheable = dependsOnUrlAlone(req, res);
    const cached = isCacheable ? cache.get(url) : undefined;
    if (cached !== undefined) {
      res.locals.parameters = cached;
      next();
      return;
    }
    validate(req, res, (error?: unknown) => {
      if (error !== undefined) return next(error);
      const { parameters } = res.locals;
      if (isCacheable && parameters !== undefined) cache.set(url, parameters);
      next();
    });
  };
}

function dependsOnUrlAlone(req: Request, res: Response): boolean {
  const { operation } = res.locals;
  if (req.method !== 'GET' || req.body !== undefined || operation === undefined) return false;
  const readsHeaders = operation.parameters.some((parameter) => parameter.in === 'header');
  return !readsHeaders && req.url.length <= MAX_URL_LENGTH;
}
