// Errors that API methods throw. An aborted call throws its signal's reason instead.
import type { ErrorCode, ErrorDetail } from '@animal-store/contract';
import { readHeader } from '../response/headers.js';
import type { RateLimit } from '../response/rate-limit.js';
import type { OperationId } from './types.js';

/** In the registry that all copies of the package share: `instanceof` recognizes only the classes of one copy. */
const API_ERROR = Symbol.for('@animal-store/sdk/ApiError');
const CONNECTION_ERROR = Symbol.for('@animal-store/sdk/ConnectionError');
/** Marks an error of the mock that is a fault of the test: the client does not retry it. */
export const MOCK_ERROR = Symbol.for('@animal-store/sdk/MockError');

/** Whether the value is an `ApiError`, also of another copy of the package, such as its CommonJS build. */
export function isApiError(value: unknown): value is ApiError {
  return value instanceof Object && API_ERROR in value;
}

/** Whether the value is a `ConnectionError`, which includes `TimeoutError`, also of another copy of the package. */
export function isConnectionError(value: unknown): value is ConnectionError {
  return value instanceof Object && CONNECTION_ERROR in value;
}

/** The fields of an `ApiError`. */
export type ApiErrorInit = Omit<ApiErrorJson, 'name' | 'requestId' | 'rawCode'> &
  Pick<ApiError, 'headers' | 'rateLimit'> & { rawCode?: string };

/**
 * The service responded with an error.
 *
 * `code` is a union of all error codes, so TypeScript can check that a `switch` over it is exhaustive. `structuredClone`
 * keeps only the message of an error: to send one to a worker or a page, use its `toJSON()`.
 */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
  /** The operationId of the call. */
  declare readonly operation: OperationId;
  /** `unknown` if the service added the code after this version of the package. */
  declare readonly code: ErrorCode | 'unknown';
  /** The code as the service sent it. */
  declare readonly rawCode: string;
  /** The message as the service sent it, without what `message` adds. Undefined if the response had no Error body. */
  declare readonly rawMessage: string | undefined;
  /** The HTTP status. */
  declare readonly status: number;
  /** Each validation error of a 400, with its location and message. Empty for other statuses. */
  declare readonly details: readonly ErrorDetail[];
  /** Headers of the response. */
  declare readonly headers: Headers;
  /** The caller's quota; undefined if the response did not report it. */
  declare readonly rateLimit: RateLimit | undefined;

  constructor(init: ApiErrorInit) {
    super(init.message);
    Object.assign(this, { rawCode: init.code, ...init });
  }

  /** The `X-Request-Id`, under which the service logged the request. Quote it to support. */
  get requestId(): string | undefined {
    return readHeader(this.headers, 'x-request-id');
  }

  get [API_ERROR](): true {
    return true;
  }

  /** What a log or another process needs. It has no headers, and never the API key. */
  toJSON() {
    const { name, message, operation, code, rawCode, rawMessage, status, requestId, details } =
      this;
    return { name, message, operation, code, rawCode, rawMessage, status, requestId, details };
  }
}

/** An `ApiError` as plain data. */
export type ApiErrorJson = Pick<ApiError, keyof ReturnType<ApiError['toJSON']>>;

/** 400, and any other 4xx without its own class: the request is invalid, and a retry fails in the same way. */
export class InvalidRequestError extends ApiError {
  override readonly name = 'InvalidRequestError';
}

/** 401: the API key is missing, malformed, expired or revoked. */
export class UnauthorizedError extends ApiError {
  override readonly name = 'UnauthorizedError';
}

/** 403: the request is not allowed. With the code `forbidden`, the API key is read-only, or limited to other origins. */
export class ForbiddenError extends ApiError {
  override readonly name = 'ForbiddenError';
}

/** 404: the resource does not exist. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}

/** 409: the request conflicts with what the service has, as the operation's own code says. */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError';
}

/** The first request with this `Idempotency-Key` is still running (409), or had another body (422). */
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

/** What an error has besides its message, which then begins with the operation. */
interface CallErrorOptions extends ErrorOptions {
  operation?: OperationId;
}

/** An error of a call to which the service did not answer with one. */
class CallError extends Error {
  /** The operationId of the call. */
  readonly operation: OperationId | undefined;

  constructor(message?: string, options: CallErrorOptions = {}) {
    super(options.operation ? `${options.operation}: ${message}` : message, options);
    this.operation = options.operation;
  }
}

/**
 * No complete JSON response of the operation was received: the connection failed, was closed early, or a proxy answered.
 * The message names the innermost cause.
 */
export class ConnectionError extends CallError {
  override readonly name: string = 'ConnectionError';

  get [CONNECTION_ERROR](): true {
    return true;
  }
}

/** An attempt exceeded `timeoutMs`. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError';
}

/**
 * A list has no end: the service returned the cursor of an earlier page. Or it is unknown whether items follow: a page came
 * without the `Link` to the first or the next page, as behind a proxy that removes the header.
 */
export class PaginationError extends CallError {
  override readonly name = 'PaginationError';
}
