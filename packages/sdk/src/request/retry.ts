// Retry policy: which requests and errors are retried, backoff, and idempotency keys. The loop is in transport.ts.
import type { ApiError } from '../client/errors.js';
import type { WireOperation } from '../client/wire-operation.js';
import { isUnavailable } from '../response/to-api-error.js';

const INITIAL_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 8_000;

/** Whether sending the request twice has the effect of sending it once (RFC 9110, section 9.2.2). */
export function isRetryable({ method, isIdempotent }: WireOperation): boolean {
  return isIdempotent || !['POST', 'PATCH'].includes(method);
}

/** Whether the same request may succeed later. The rate-limit queue handles 429. */
export function isTransient({ code, status }: ApiError, { isIdempotent }: WireOperation): boolean {
  return isUnavailable(status) || (isIdempotent === true && code === 'idempotency_in_progress');
}

/** Exponential backoff with up to 50 % of jitter on top. */
export function backoffMs(retryCount: number): number {
  return Math.min(INITIAL_BACKOFF_MS * 2 ** retryCount, MAX_BACKOFF_MS) * (1 + Math.random() / 2);
}

/**
 * 128 random bits in hexadecimal. `crypto.randomUUID` is not available to pages without HTTPS, and React Native has no
 * `crypto`.
 */
export function createIdempotencyKey(): string {
  const bytes = new Uint8Array(16).map(() => Math.random() * 256);
  try {
    crypto.getRandomValues(bytes);
  } catch {
    // a platform without `crypto`
  }
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
