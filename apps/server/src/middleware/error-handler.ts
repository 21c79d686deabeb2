// Error handler: the only place that turns a thrown value into a reply, always with the contract's Error body.
import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { ApiError, malformed } from '../errors.js';
import { setHeaders } from '../http/headers.js';
import { sendJson } from '../http/send-json.js';
import { type SampledLine, samplerOf } from '../lib/log-sampler.js';
import { StorageUnavailableError } from '../model.js';

const RETRY_UNAVAILABLE_SECONDS = 1;
const OUTAGE_LINES_A_MINUTE = 60;

export function errorHandler(log: Logger): ErrorRequestHandler {
  const outage = samplerOf(log);
  return (thrown: unknown, _req, res, _next) => {
    const error = toApiError(thrown);
    if (error.status >= 500 && error.cause !== undefined) {
      const { requestId } = res.locals;
      const fields = () => ({ requestId, code: error.code, err: error.cause });
      // During an outage of storage all requests fail for one reason, and anybody can send them.
      if (error.cause instanceof StorageUnavailableError) outage.write(lineOf(error), fields);
      else log.error(fields(), error.message);
    }
    if (res.headersSent) {
      res.destroy(); // a reply that has begun cannot be replaced
      return;
    }
    setHeaders(res, error.headers);
    sendJson(res, error.status, error.body);
  };
}

function lineOf({ status, message }: ApiError): SampledLine {
  return { client: 'all clients', status, message, limit: OUTAGE_LINES_A_MINUTE, level: 'error' };
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
    return new ApiError('unavailable', {
      headers: { 'Retry-After': String(RETRY_UNAVAILABLE_SECONDS) },
      cause: thrown,
      ...(thrown.advice !== undefined && { advice: thrown.advice }),
    });
  }
  return fromRouter(thrown) ?? new ApiError('internal_error', { cause: thrown });
}

/** Express' router throws an error with status 400 for percent-encoding that it cannot decode. */
function fromRouter(thrown: unknown): ApiError | undefined {
  const isBadPath = thrown instanceof Error && 'status' in thrown && thrown.status === 400;
  return isBadPath ? malformed('path', 'is not valid percent-encoding') : undefined;
}
