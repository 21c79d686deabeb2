// Error handler: the only place that turns a thrown value into a reply, always with the contract's Error body.
import {
  ApiError,
  ERRORS,
  invalidRequest,
  malformed,
  unavailable,
} from '@animal-store/core/errors';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { KeyFormat } from '../keys/api-key.js';
import { samplerOf } from '../logging/log-sampler.js';
import { ConstraintError, StorageUnavailableError } from '../model.js';
import type { Exchange } from './exchange.js';

/** At most 60 lines a minute for all clients together. */
const OUTAGE_LINE = { client: 'all clients', limit: 60, level: 'error' } as const;

/** Returns the function that replies to a request with the error that was thrown. */
export function createErrorHandler(
  log: Logger,
  keyFormat: KeyFormat,
): (exchange: Exchange, thrown: unknown) => void {
  const sampler = samplerOf(log);
  return (exchange, thrown) => {
    const { res, id: requestId } = exchange;
    if (exchange.error !== undefined) return; // its body was malformed HTTP, and it has been refused meanwhile
    const error = toApiError(thrown, exchange);
    exchange.error = error;
    if (error.status >= 500 && error.cause !== undefined) {
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
    // A client may have sent a key as the name of a parameter or property, which the error names.
    const text = keyFormat.redact(JSON.stringify(error.body));
    exchange.send(error.status, text, undefined, error.headers);
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

function toApiError(thrown: unknown, exchange: Exchange): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof ConstraintError) return refuseValue(thrown, exchange);
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

/** The reply if the handler did not catch it. An object of the path that is gone is not found. */
function refuseValue(
  { kind, property, reason: message }: ConstraintError,
  { match, operation }: Exchange,
): ApiError {
  const inPath = Object.keys(match?.values ?? {});
  const errors = operation?.errors ?? {};
  const isOfPath = kind === 'reference' && inPath.includes(property);
  if (isOfPath && Object.hasOwn(errors, 'not_found')) return new ApiError('not_found');
  const [conflict, another] = Object.entries(errors).filter(
    ([code, { status }]) => status === 409 && !Object.hasOwn(ERRORS, code),
  );
  if (kind !== 'reference' && conflict !== undefined && another === undefined)
    return new ApiError(...conflict);
  return kind === 'referenced'
    ? invalidRequest({ in: 'path', path: `/${inPath.at(-1) ?? ''}`, code: 'invalid', message })
    : invalidRequest({ in: 'body', path: `/${property}`, code: 'invalid', message });
}
