// Owns everything that a method can throw, but for the platform's own AbortError.
import type { ErrorCode, ErrorDetail } from '@animal-store/contract';
import { type RateLimit, readRateLimit } from './rate-limit.js';

export interface ApiErrorInit {
  code: ErrorCode;
  status: number;
  message: string;
  details: readonly ErrorDetail[];
  headers: Headers;
  rateLimit: RateLimit | undefined;
}

/** The service refused the request. `code` says why; switch over it, the compiler knows them all. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
  readonly code: ErrorCode;
  /** The HTTP status. */
  readonly status: number;
  /** For a 400, each fault that was found. */
  readonly details: readonly ErrorDetail[];
  readonly headers: Headers;
  /** The caller's quota as this reply told it. */
  readonly rateLimit: RateLimit | undefined;

  constructor(init: ApiErrorInit) {
    super(init.message);
    this.code = init.code;
    this.status = init.status;
    this.details = init.details;
    this.headers = init.headers;
    this.rateLimit = init.rateLimit;
  }

  /** The request's name in the service's log: give it to support. */
  get requestId(): string | undefined {
    return this.headers.get('x-request-id') ?? undefined;
  }
}

/** 400, and every other 4xx without a class of its own: the request is wrong as it stands. */
export class InvalidRequestError extends ApiError {
  override readonly name = 'InvalidRequestError';
}

/** 401: the key is missing, mistyped, expired or revoked. */
export class UnauthorizedError extends ApiError {
  override readonly name = 'UnauthorizedError';
}

/** 404: there is no such thing. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}

/** 409 and 422: an Idempotency-Key that is still in use, or was used for something else. */
export class IdempotencyError extends ApiError {
  override readonly name = 'IdempotencyError';
}

/** 429: the quota is used up, or the key is banned, for longer than this client may wait. */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError';
  /** From when on a request is admitted again, by this machine's clock. */
  readonly retryAt: Date;

  constructor(init: ApiErrorInit, retryAt: Date) {
    super(init);
    this.retryAt = retryAt;
  }
}

/** 5xx: the service, or something in between, failed. */
export class ServerError extends ApiError {
  override readonly name = 'ServerError';
}

/** No whole reply arrived: the connection failed, was cut, or carried something that is not the service's. */
export class ConnectionError extends Error {
  override readonly name: string = 'ConnectionError';
}

/** An attempt took longer than `timeoutMs`. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError';
}

/** For replies from something in between, which know nothing of codes. */
const CODES: Readonly<Record<number, ErrorCode>> = {
  401: 'unauthorized',
  404: 'not_found',
  429: 'rate_limited',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
};

/** The error for a reply; `body` is what its JSON held, or undefined if it held none. */
export function toApiError({ status, headers }: Response, body: unknown, retryAt: Date): ApiError {
  const told = isErrorBody(body) ? body : undefined;
  const init: ApiErrorInit = {
    code: told?.code ?? CODES[status] ?? (status < 500 ? 'invalid_request' : 'internal_error'),
    status,
    message: told?.message ?? `The reply is HTTP ${status} without the service's error body.`,
    details: told?.details ?? [],
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
