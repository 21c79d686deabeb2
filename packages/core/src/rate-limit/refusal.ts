// Refusal of a request over the quota.
import { ApiError } from '../errors.js';
import type { Decision } from './quota.js';

/** @throws ApiError 429 for a request that was not admitted. */
export function requireQuota({ outcome, retryAfterSeconds }: Decision): void {
  if (outcome === 'admitted') return;
  throw new ApiError(outcome, {
    advice: `Try again after ${retryAfterSeconds} s.`,
    headers: { 'Retry-After': String(retryAfterSeconds) },
  });
}
