// Error handler: the only place that turns a thrown value into a reply, always with the contract's Error body.
import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { ApiError, malformed, unavailable } from '../errors.js';
import { setHeaders } from '../http/headers.js';
import { sendJson } from '../http/send-json.js';
import { samplerOf } from '../lib/log-sampler.js';
import { StorageUnavailableError } from '../model.js';

/** At most 60 lines a minute for all clients together. */
const OUTAGE_LINE = { client: 'all clients', limit: 60, level: 'error' } as const;

export function errorHandler(log: Logger): ErrorRequestHandler {
  const sampler = samplerOf(log);
  return (thrown: unknown, _req, res, _next) => {
    const error = toApiError(thrown);
    res.locals.error = error;
    if (error.status >= 500 && error.cause !== undefined) {
      const { requestId } = res.locals;
      const { code, status, message, cause: err } = error;
      const fields = () => ({ requestId, code, err });
      // During an outage of storage all requests fail for one reason, and any client can send them.
      if (err instanceof StorageUnavailableError)
        sampler.write({ ...OUTAGE_LINE, status, message }, fields);
      else log.error(fields(), message);
    }
    if (res.headersSent) {
      res.destroy(); // a reply that has begun cannot be replaced
      return;
    }
    setHeaders(res, error.headers);
    sendJson(res, error.status, error.body);
  };
}

/** For a path outside the contract. @param allow The methods of the path. */
export function methodNotAllowed(allow: string): RequestHandler {
  return () => {
    throw new ApiError('method_not_allowed', { headers: { Allow: allow } });
  };
}

export function notFound(): RequestHandler {
  return () => {
    throw new ApiError('not_found');
  };
}

function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof StorageUnavailableError) {
    return unavailable({
      cause: thrown,
      ...(thrown.advice !== undefined && { advice: thrown.advice }),
    });
  }
  // Express' router throws an error with status 400 for percent-encoding that it cannot decode.
  const isBadPath = thrown instanceof Error && 'status' in thrown && thrown.status === 400;
  if (isBadPath) return malformed('path', 'is not valid percent-encoding');
  return new ApiError('internal_error', { cause: thrown });
}
