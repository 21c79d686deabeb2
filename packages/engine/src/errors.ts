// API errors: one row for each error code of the contract, and the exception that carries it to the error handler. The
// messages of `details` are in @animal-store/contract/validation.
import type { ErrorCode, ErrorDetail, ErrorDetailIn } from '@animal-store/contract';

const ROWS = {
  invalid_request: { status: 400, message: 'The request is invalid.' },
  unauthorized: { status: 401, message: 'The API key is missing or invalid.' },
  forbidden: { status: 403, message: 'The API key does not allow this request.' },
  not_found: { status: 404, message: 'The requested resource could not be found.' },
  method_not_allowed: { status: 405, message: 'The path does not support this method.' },
  idempotency_in_progress: {
    status: 409,
    message: 'The first request with this Idempotency-Key is still being processed.',
  },
  payload_too_large: { status: 413, message: 'The request body is too large.' },
  unsupported_media_type: {
    status: 415,
    message: 'The request body must be application/json in UTF-8, without compression.',
  },
  idempotency_mismatch: {
    status: 422,
    message: 'This Idempotency-Key was used before with another request body.',
  },
  rate_limited: { status: 429, message: 'The quota is used up.' },
  key_banned: { status: 429, message: 'The key is banned because too many requests were refused.' },
  internal_error: { status: 500, message: 'An internal error occurred.' },
  unavailable: { status: 503, message: 'The service is temporarily unavailable.' },
} as const satisfies Record<ErrorCode, { status: number; message: string }>;

export interface ApiErrorOptions {
  /** Replaces the usual message. */
  message?: string;
  /** What the client can do about it. Appended to the message. */
  advice?: string;
  details?: readonly ErrorDetail[];
  headers?: Readonly<Record<string, string>>;
  /** The internal cause. It is logged and never sent to the client. */
  cause?: unknown;
}

/** Thrown by any middleware or handler. The error handler turns it into the contract's Error body. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: readonly ErrorDetail[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, options: ApiErrorOptions = {}) {
    const { status, message: usual } = ROWS[code];
    const { message = usual, headers = {} } = options;
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0; // a stack trace costs time and is not used: an internal failure is the `cause`
    super(options.advice ? `${message} ${options.advice}` : message, { cause: options.cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.details = options.details;
    this.headers = headers;
  }

  /** The contract's Error body. Source: `Error` in openapi.yaml. */
  get body() {
    const { code, message, status, details } = this;
    return { code, message, status, ...(details && { details }) };
  }
}

/** The 400 for a request with validation errors. */
export function invalidRequest(...details: ErrorDetail[]): ApiError {
  return new ApiError('invalid_request', { details });
}

/** The 400 for a request whose body, path or header cannot be parsed. */
export function malformed(place: ErrorDetailIn, message: string): ApiError {
  return invalidRequest({ in: place, path: '', code: 'malformed', message });
}

/** The 415 for a body that is not of the operation's media type. Source: RFC 9110, 15.5.16. */
export function unsupportedMediaType(mediaType: string): ApiError {
  const { message } = ROWS.unsupported_media_type;
  return new ApiError('unsupported_media_type', {
    message: message.replace('application/json', mediaType),
    headers: { Accept: mediaType },
  });
}

/** The 503 for a request that may succeed if it is sent again after a second. */
export function unavailable(options: Pick<ApiErrorOptions, 'advice' | 'cause'> = {}): ApiError {
  return new ApiError('unavailable', { ...options, headers: { 'Retry-After': '1' } });
}
