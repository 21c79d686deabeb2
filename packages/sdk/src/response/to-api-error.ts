// API error of a response: its class, code and message.
import type { ErrorCode, ErrorDetail } from '@animal-store/contract';
import { ERROR_CODES } from '../../generated/enums.js';
import {
  type ApiError,
  type ApiErrorInit,
  ConflictError,
  ForbiddenError,
  IdempotencyError,
  InvalidRequestError,
  NotFoundError,
  RateLimitError,
  ServerError,
  UnauthorizedError,
} from '../client/errors.js';
import type { OperationId } from '../client/types.js';
import { readHeader } from './headers.js';
import { readRateLimit } from './rate-limit.js';

/** The message has so many of the details: the first ones. */
const MAX_MESSAGE_DETAILS = 3;

/** By status: the class of an error, and the code of a response without an Error body, such as a proxy's. */
const CLASSES: Readonly<Record<number, [new (init: ApiErrorInit) => ApiError, ErrorCode?]>> = {
  401: [UnauthorizedError, 'unauthorized'],
  403: [ForbiddenError, 'forbidden'],
  404: [NotFoundError, 'not_found'],
  409: [ConflictError],
};
/** An operation may have a 409 and a 422 of its own. */
const IDEMPOTENCY_CODES = ['idempotency_in_progress', 'idempotency_mismatch'];

/** Whether a proxy, or the service behind it, cannot answer for now. */
export function isUnavailable(status: number): boolean {
  return [502, 503, 504].includes(status);
}

/**
 * @param request Method and URL.
 * @param body The parsed JSON; undefined if the response had none.
 */
export function toApiError(
  operation: OperationId,
  request: string,
  { status, headers }: { status: number; headers: Headers },
  body: unknown,
  retryAt: Date,
): ApiError {
  const error = isErrorBody(body) ? body : undefined;
  const [StatusError, code] = CLASSES[status] ?? [status < 500 ? InvalidRequestError : ServerError];
  const rawCode = error?.code ?? code ?? codeOf(status);
  const ErrorClass = IDEMPOTENCY_CODES.includes(rawCode) ? IdempotencyError : StatusError;
  const { message: rawMessage, details = [] } = error ?? {};
  const faults = details
    .slice(0, MAX_MESSAGE_DETAILS)
    .map(({ in: place, path, message }) => [place, path, message].filter(Boolean).join(' '));
  if (details.length > faults.length) faults.push('…');
  const requestId = readHeader(headers, 'x-request-id');
  const notes = [!faults.length && status, requestId && `request ${requestId}`].filter(Boolean);
  let message = `${operation}: `;
  // A wrong baseUrl is answered with a 404, or not with an Error body.
  if (!error || status === 404) message += `${request}: `;
  message += rawMessage?.replace(/\.$/, '') ?? 'the response has no Error body';
  if (faults.length) message += `: ${faults.join('; ')}`;
  if (notes.length) message += ` (${notes.join(', ')})`;
  const init: ApiErrorInit = {
    operation,
    code: ERROR_CODES.find((known) => known === rawCode) ?? 'unknown',
    rawCode,
    status,
    message,
    rawMessage,
    details,
    headers,
    rateLimit: readRateLimit(headers),
  };
  return status === 429 ? new RateLimitError(init, retryAt) : new ErrorClass(init);
}

function codeOf(status: number): ErrorCode {
  if (status === 429) return 'rate_limited';
  if (isUnavailable(status)) return 'unavailable';
  return status < 500 ? 'invalid_request' : 'internal_error';
}

interface ErrorBody {
  code: string;
  message: string;
  details?: ErrorDetail[];
}

function isErrorBody(body: unknown): body is ErrorBody {
  const { code, message, details = [] }: Partial<Record<string, unknown>> = Object(body);
  return (
    typeof code === 'string' &&
    typeof message === 'string' &&
    Array.isArray(details) &&
    details.every((detail) => detail instanceof Object)
  );
}
