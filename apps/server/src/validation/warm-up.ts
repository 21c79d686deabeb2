// Warm-up of the validator, which compiles the schemas of an operation at its first request. Compiling all of them at
// startup spares the first clients the wait, and reveals at once a schema that cannot be compiled.
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { bodyMediaType, type Contract, type ContractOperation } from '../contract/contract.js';
import { ApiError } from '../errors.js';
import type { Middleware } from '../middleware/compose.js';
import { RequestContext } from '../middleware/request-context.js';
import { UNRESTRICTED } from '../model.js';
import { validate } from './validate.js';

/**
 * The middlewares of a validator that has compiled every operation.
 * @throws if an operation cannot be compiled. The error names the first such operation: an error in a shared schema
 * affects all operations that use it.
 */
export async function createWarmValidator(contract: Contract): Promise<Middleware[]> {
  const middlewares = validate(contract);
  for (const operation of contract.operations) {
    // The validator compiles a schema for each media type. body-parser lets only these two through. The first one that is
    // accepted without a body is the last one to be validated, so that with the schema of the body comes first.
    for (const mediaType of [bodyMediaType(operation), undefined]) {
      await sendEmptyRequest(middlewares, contract.basePath, operation, mediaType);
    }
  }
  return middlewares;
}

/** Sends an empty request through these middlewares alone. It may be invalid: a validation error is a result, too. */
function sendEmptyRequest(
  middlewares: readonly Middleware[],
  basePath: string,
  operation: ContractOperation,
  mediaType: string | undefined,
): Promise<void> {
  const { id, method, path } = operation;
  const req = new IncomingMessage(new Socket());
  req.method = method.toUpperCase();
  req.url = encodeURI(basePath + path);
  req.headers.authorization = 'Bearer warming'; // the validator checks only its form
  if (mediaType !== undefined) req.headers['content-type'] = mediaType;
  return new Promise((resolve, reject) => {
    const onError: ErrorRequestHandler = (error: unknown, _req, _res, _next) => {
      if (isValidationError(error)) resolve();
      else reject(new Error(`openapi.yaml: ${id} cannot be validated: ${error}`, { cause: error }));
    };
    const app = express();
    app.use(basePath, authenticated(operation), ...middlewares);
    app.use(() => resolve());
    app.use(onError);
    app(req, new ServerResponse(req));
  });
}

/** An anonymous client would be refused before its request reaches the schemas. */
function authenticated(operation: ContractOperation): RequestHandler {
  return (_req, res, next) => {
    res.locals = new RequestContext('warming');
    res.locals.caller = {
      id: 'warming',
      plan: 'none',
      quota: undefined,
      bansLiftedMs: undefined,
      ...UNRESTRICTED,
    };
    res.locals.operation = operation;
    next();
  };
}

function isValidationError(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    (error.code === 'invalid_request' || error.code === 'unsupported_media_type')
  );
}
