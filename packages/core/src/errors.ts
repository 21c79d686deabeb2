// API errors: status and message of each error code, and the exception that every step throws and one place turns into a reply.
import type { ErrorDetail, ErrorDetailIn } from './validation/error-details.js';

/** By code. A lint rule checks that each contract declares all of them. */
export const ERRORS = {
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
} as const;

export type ErrorCode = keyof typeof ERRORS;

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}

/** Source: `Error` in openapi.yaml. */
interface ErrorBody {
  code: string;
  message: string;
  status: number;
  details?: readonly ErrorDetail[];
}

interface ErrorBodyOptions {
  /** Replaces the usual status. */
  status?: number | undefined;
  /** Replaces the usual message. */
  message?: string | undefined;
  /** What the client can do about it. Appended to the message. */
  advice?: string | undefined;
  details?: readonly ErrorDetail[] | undefined;
}

/** @param code One of `ERRORS`, or one that the contract declares besides them. */
export function errorBody(
  code: string,
  { status, message, advice, details }: ErrorBodyOptions = {},
): ErrorBody {
  const usual = isErrorCode(code)
    ? ERRORS[code]
    : { status: 500, message: `The request failed: ${code}.` };
  const text = message ?? usual.message;
  return {
    code,
    message: advice === undefined ? text : `${text} ${advice}`,
    status: status ?? usual.status,
    ...(details && { details }),
  };
}

export interface ApiErrorOptions extends Omit<ErrorBodyOptions, 'status'> {
  headers?: Readonly<Record<string, string>>;
  /** The internal cause. It is logged and never sent to the client. */
  cause?: unknown;
}

/** Thrown by any step or handler. */
export class ApiError extends Error {
  readonly body: ErrorBody;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, options?: ApiErrorOptions);
  /** With a code that the contract declares beside the server's. */
  constructor(code: string, options: ApiErrorOptions & { status: number });
  constructor(
    code: string,
    { headers = {}, cause, ...options }: ApiErrorOptions & ErrorBodyOptions = {},
  ) {
    const body = errorBody(code, options);
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0; // a stack trace costs time and is not used: an internal failure is the `cause`
    super(body.message, { cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'ApiError';
    this.body = body;
    this.headers = headers;
  }

  get code(): string {
    return this.body.code;
  }

  get status(): number {
    return this.body.status;
  }

  get details(): readonly ErrorDetail[] | undefined {
    return this.body.details;
  }
}

/** The 400 for a request with validation errors. */
export function invalidRequest(...details: readonly ErrorDetail[]): ApiError {
  return new ApiError('invalid_request', { details });
}

/** The 400 for a request whose body, path or header cannot be parsed. */
export function malformed(place: ErrorDetailIn, message: string): ApiError {
  return invalidRequest({ in: place, path: '', code: 'malformed', message });
}

/** The 401. @param isKeySent Whether the request has an Authorization header at all. Source: RFC 6750, 3. */
export function unauthorized(realm: string, isKeySent: boolean): ApiError {
  const error = isKeySent ? ', error="invalid_token"' : '';
  return new ApiError('unauthorized', {
    headers: { 'WWW-Authenticate': `Bearer realm="${realm}"${error}` },
  });
}

/** The 415 for a body that is not of the operation's media type. Source: RFC 9110, 15.5.16. */
export function unsupportedMediaType(mediaType: string): ApiError {
  const { message } = ERRORS.unsupported_media_type;
  return new ApiError('unsupported_media_type', {
    message: message.replace('application/json', mediaType),
    headers: { Accept: mediaType },
  });
}

/** The 503 for a request that may succeed if it is sent again after a second. */
export function unavailable(options: Pick<ApiErrorOptions, 'advice' | 'cause'> = {}): ApiError {
  return new ApiError('unavailable', { ...options, headers: { 'Retry-After': '1' } });
}
