// Errors that API methods throw. An aborted call throws its signal's reason instead.
import type { ErrorCode, ErrorDetail } from '@animal-store/contract';
import { type RateLimit, readRateLimit } from './response/rate-limit.js';

/** The fields of an `ApiError`. */
export interface ApiErrorInit {
  code: ErrorCode;
  status: number;
  message: string;
  details: readonly ErrorDetail[];
  headers: Headers;
  rateLimit: RateLimit | undefined;
}

/**
 * The service responded with an error.
 *
 * `code` is a union of all error codes, so TypeScript can check that a `switch` over it is exhaustive.
 */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
  readonly code: ErrorCode;
  /** The HTTP status. */
  readonly status: number;
  /** Each validation error of a 400, with its location and message. Empty for other statuses. */
  readonly details: readonly ErrorDetail[];
  /** Headers of the response. */
  readonly headers: Headers;
  /** The caller's quota; undefined if the response did not report it. */
  readonly rateLimit: RateLimit | undefined;

  constructor(init: ApiErrorInit) {
    super(init.message);
    this.code = init.code;
    this.status = init.status;
    this.details = init.details;
    this.headers = init.headers;
    this.rateLimit = init.rateLimit;
  }

  /** The `X-Request-Id`, under which the service logged the request. Quote it to support. */
  get requestId(): string | undefined {
    return this.headers.get('x-request-id') ?? undefined;
  }
}

/** 400, and any other 4xx without its own class: the request is invalid, and a retry fails in the same way. */
export class InvalidRequestError extends ApiError {
  override readonly name = 'InvalidRequestError';
}

/** 401: the API key is missing, malformed, expired or revoked. */
export class UnauthorizedError extends ApiError {
  override readonly name = 'UnauthorizedError';
}

/** 404: the resource does not exist. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}

/** 409 or 422: the first request with this `Idempotency-Key` is still running, or had another body. */
export class IdempotencyError extends ApiError {
  override readonly name = 'IdempotencyError';
}

/** 429: the quota is used up or the key is banned, after all retries or for longer than `maxWaitSeconds`. */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError';
  /** When the service accepts requests again, by the local clock. */
  readonly retryAt: Date;

  constructor(init: ApiErrorInit, retryAt: Date) {
    super(init);
    this.retryAt = retryAt;
  }
}

/** 5xx: the service or a proxy failed. */
export class ServerError extends ApiError {
  override readonly name = 'ServerError';
}

/** No complete JSON response was received: the connection failed, was closed early, or a proxy answered. */
export class ConnectionError extends Error {
  override readonly name: string = 'ConnectionError';
}

/** An attempt exceeded `timeoutMs`. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError';
}

/** Codes for responses without an Error body, such as a proxy's. */
const CODES_BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  401: 'unauthorized',
  404: 'not_found',
  429: 'rate_limited',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
};

/** @param body The parsed JSON; undefined if the response had none. */
export function toApiError({ status, headers }: Response, body: unknown, retryAt: Date): ApiError {
  const error = isErrorBody(body) ? body : undefined;
  const init: ApiErrorInit = {
    code:
      error?.code ??
      CODES_BY_STATUS[status] ??
      (status < 500 ? 'invalid_request' : 'internal_error'),
    status,
    message: error?.message ?? `HTTP ${status} without an Error body`,
    details: error?.details ?? [],
    headers,
    rateLimit: readRateLimit(headers),
  };
  if (status === 429) return new RateLimitError(init, retryAt);
  if (status === 401) return new UnauthorizedError(init);
  if (status === 404) return new NotFoundError(init);
  if (status === 409 || status === 422) return new IdempotencyError(init);
  return status < 500 ? new InvalidRequestError(init) : new ServerError(init);
}

interface ErrorBody {
  code: ErrorCode;
  message: string;
  details?: ErrorDetail[];
}

function isErrorBody(body: unknown): body is ErrorBody {
  return (
    typeof body === 'object' &&
    body !== null &&
    'code' in body &&
    typeof body.code === 'string' &&
    'message' in body &&
    typeof body.message === 'string' &&
    (!('details' in body) || Array.isArray(body.details))
  );
}
