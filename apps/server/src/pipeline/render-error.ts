// Owns the one place where anything thrown becomes a reply: the contract's Error body, and never anything else.
import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { ApiError, invalidRequest } from '../errors.js';
import { sendJson } from '../json/send-json.js';
import { StorageUnavailable } from '../storage/store.js';
import { setHeaders } from './set-headers.js';

const RETRY_UNAVAILABLE_SECONDS = 1;

export function renderError(log: Logger): ErrorRequestHandler {
  return (thrown: unknown, _req, res, _next) => {
    const error = toApiError(thrown);
    if (error.status >= 500 && error.cause !== undefined) {
      const { requestId } = res.locals;
      log.error({ requestId, code: error.code, err: error.cause }, error.message);
    }
    if (res.headersSent) {
      res.destroy(); // half a reply cannot become another one
      return;
    }
    setHeaders(res, error.headers);
    sendJson(res, error.status, error.body);
  };
}

export function unknownPath(): RequestHandler {
  return () => {
    throw new ApiError('not_found');
  };
}

function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof StorageUnavailable) {
    return new ApiError('unavailable', {
      headers: { 'Retry-After': String(RETRY_UNAVAILABLE_SECONDS) },
      cause: thrown,
    });
  }
  return fromBodyReader(thrown) ?? new ApiError('internal_error', { cause: thrown });
}

/** The errors of body-parser and of Express' router, by the `type` and `status` they carry. */
function fromBodyReader(thrown: unknown): ApiError | undefined {
  if (!(thrown instanceof Error) || !('status' in thrown)) return undefined;
  const type = 'type' in thrown ? thrown.type : undefined;
  if (type === 'entity.too.large') return new ApiError('payload_too_large');
  if (type === 'encoding.unsupported') return new ApiError('unsupported_media_type');
  if (thrown.status === 400) {
    return type === undefined
      ? invalidRequest({ in: 'path', path: '', message: 'is not valid percent-encoding' })
      : invalidRequest({ in: 'body', path: '', message: 'did not arrive whole' });
  }
  return undefined;
}
