// Owns the warming of the validator. It compiles what an operation takes when it first meets it: so it is shown each one
// before a client comes, whose request need not wait then; and what cannot be compiled is known at once.
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import type { Contract, ContractOperation } from '../contract.js';
import { ApiError } from '../errors.js';
import type { Stage } from './in-turn.js';
import { Locals } from './locals.js';
import { validate } from './validate.js';

/** It compiles for each media type anew; read-body lets these two spellings through. */
const MEDIA_TYPES = [undefined, 'application/json'];

/**
 * The stages of a validator that knows every operation.
 * @throws if one cannot be compiled. It names the first that was tried: a fault in a shared schema is a fault of all.
 */
export async function warmValidator(contract: Contract): Promise<Stage[]> {
  const stages = validate(contract);
  for (const operation of contract.operations) {
    for (const mediaType of MEDIA_TYPES) {
      await show(stages, contract.basePath, operation, mediaType);
    }
  }
  return stages;
}

/** Sends an empty request to these stages alone. It need not be a valid one: what counts is that there is a verdict. */
function show(
  stages: readonly Stage[],
  basePath: string,
  { id, method, path }: ContractOperation,
  mediaType: string | undefined,
): Promise<void> {
  const req = new IncomingMessage(new Socket());
  req.method = method.toUpperCase();
  req.url = encodeURI(basePath + path);
  req.headers.authorization = 'Bearer warming'; // the validator looks no further than its form
  if (mediaType !== undefined) req.headers['content-type'] = mediaType;
  return new Promise((resolve, reject) => {
    const judged: ErrorRequestHandler = (error: unknown, _req, _res, _next) => {
      if (isVerdict(error)) resolve();
      else reject(new Error(`openapi.yaml: ${id} cannot be validated: ${error}`, { cause: error }));
    };
    const app = express();
    app.use(basePath, asCaller, ...stages);
    app.use(() => resolve());
    app.use(judged);
    app(req, new ServerResponse(req));
  });
}

/** A stranger would not come as far as the schemas. */
const asCaller: RequestHandler = (_req, res, next) => {
  res.locals = new Locals('warming');
  res.locals.caller = { id: 'warming', plan: 'none', quota: undefined };
  next();
};

function isVerdict(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    (error.code === 'invalid_request' || error.code === 'unsupported_media_type')
  );
}
