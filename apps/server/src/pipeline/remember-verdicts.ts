// Owns a matter of speed. What a GET without a body asks for is in its URL alone, so the verdict on that URL is too: the
// stages that judge it are asked once, and what they made of it is kept. They stay the judges; only a good verdict is kept.
import type { Request, RequestHandler, Response } from 'express';
import type { OpenApiRequest } from 'express-openapi-validator/dist/framework/types.js';
import { Recent } from '../recent.js';
import { inTurn, type Stage } from './in-turn.js';
import type { Asked } from './locals.js';

/** At worst ten megabytes. A listing's URL has one of few forms; URLs that are all different push one another out. */
const MOST = 8_192;
const LONGEST_URL = 256;

export function rememberVerdicts(...judges: readonly Stage[]): RequestHandler {
  const verdicts = new Recent<Asked>(MOST);
  const judge = inTurn(...judges);
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
      if (isRememberable) verdicts.set(url, res.locals.asked);
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

function read(req: Request, res: Response): Asked {
  const { integers } = res.locals;
  return {
    query: Object.freeze({ ...req.query, ...integers?.query }),
    path: Object.freeze({ ...(req as OpenApiRequest).openapi?.pathParams, ...integers?.path }),
  };
}
