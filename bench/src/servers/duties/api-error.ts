// Errors of Fastify with our duties, with the codes and messages of the contract.
const ERRORS = {
  invalid_request: { status: 400, message: 'The request is invalid.' },
  unauthorized: { status: 401, message: 'The API key is missing or invalid.' },
  not_found: { status: 404, message: 'The requested resource could not be found.' },
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
} as const;

export type ErrorCode = keyof typeof ERRORS;

export interface ErrorDetail {
  in: string;
  path: string;
  code: string;
  message: string;
}

interface ErrorOptions {
  details?: readonly ErrorDetail[];
  headers?: Readonly<Record<string, string>>;
  /** Appended to the message. */
  advice?: string;
}

export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: (typeof ERRORS)[ErrorCode]['status'];
  readonly details: readonly ErrorDetail[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, { details, headers = {}, advice }: ErrorOptions = {}) {
    const { status, message } = ERRORS[code];
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0; // the trace of an expected error is not used
    super(advice === undefined ? message : `${message} ${advice}`);
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.status = status;
    this.details = details;
    this.headers = headers;
  }

  get body() {
    const { code, message, status, details } = this;
    return { code, message, status, ...(details && { details }) };
  }
}

export function invalidRequest(place: string, path: string, message: string): ApiError {
  return new ApiError('invalid_request', {
    details: [{ in: place, path, code: 'invalid', message }],
  });
}

export function unauthorized(hasAuthorization: boolean): ApiError {
  const error = hasAuthorization ? ', error="invalid_token"' : '';
  return new ApiError('unauthorized', {
    headers: { 'WWW-Authenticate': `Bearer realm="animal-store"${error}` },
  });
}
