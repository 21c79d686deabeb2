// Owns a matter of speed. What a GET without a body asks for is in its URL alone, so the verdict on that URL is too: the
// stages that judge it are asked once, and what they made of it is kept. They stay the judges; only a good verdict is kept.
import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { OpenApiRequest } from 'express-openapi-validator/dist/framework/types.js';
import type { Stages } from './validate.js';

/** A listing's URL has one of few forms; URLs that are all different push one another out. */
const MOST = 8_192;
const LONGEST_URL = 256;

export function rememberVerdicts(...judges: Stages): RequestHandler {
  const verdicts = new Map<string, NonNullable<Express.Locals['asked']>>();
  const judge = Router({ strict: true, caseSensitive: true }).use(...judges);
  return (req, res, next) => {
    const isRememberable = dependsOnUrlAlone(req, res);
    const known = isRememberable ? verdicts.get(req.url) : undefined;
    if (known !== undefined) {
      res.locals.asked = known;
      next();
      return;
    }
    const { url } = req;
    judge(req, res, (error?: unknown) => {
      if (error !== undefined) return next(error);
      res.locals.asked = read(req, res);
      if (isRememberable) remember(verdicts, url, res.locals.asked);
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

function read(req: Request, res: Response): NonNullable<Express.Locals['asked']> {
  const { integers } = res.locals;
  return {
    query: Object.freeze({ ...req.query, ...integers?.query }),
    path: Object.freeze({ ...(req as OpenApiRequest).openapi?.pathParams, ...integers?.path }),
  };
}

function remember<Value>(values: Map<string, Value>, name: string, value: Value): void {
  if (values.size >= MOST) values.delete(values.keys().next().value ?? '');
  values.set(name, value);
}
