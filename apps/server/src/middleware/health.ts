// Health and readiness endpoints, which need no key and are not part of the contract.
import type { RequestHandler } from 'express';
import { ApiError } from '../errors.js';
import { sendJson } from '../http/send-json.js';
import type { Limiter } from '../rate-limit/limiter.js';
import type { ReadinessCheck } from './readiness-check.js';

/** 200 as long as the process can reply at all. */
export function health(): RequestHandler {
  return (_req, res) => sendJson(res, 200, { status: 'ok' });
}

/**
 * 200 if requests can be served now and in the next moments; otherwise 503. Warnings of the store and unreachable
 * shared counters do not make the service unready: they are only reported, for the operator.
 */
export function readiness(
  check: ReadinessCheck,
  limiter: Limiter,
  stopping: AbortSignal | undefined,
): RequestHandler {
  return async (_req, res) => {
    if (stopping?.aborted) throw new ApiError('unavailable', { advice: 'It is stopping.' });
    const { warnings } = await check();
    const sharedCounters = limiter.status?.();
    sendJson(res, 200, {
      status: 'ready',
      ...(warnings.length > 0 && { warnings }),
      ...(sharedCounters && { sharedCounters }),
    });
  };
}
