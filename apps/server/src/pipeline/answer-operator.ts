// Owns what is answered without a key, beside the contract: is the process alive, and is it ready.
import type { RequestHandler } from 'express';
import { ApiError } from '../errors.js';
import { sendJson } from '../json/send-json.js';
import type { Limiter } from '../limits/limiter.js';
import type { Store } from '../storage/store.js';

/** 200 as long as the process answers at all. */
export function health(): RequestHandler {
  return (_req, res) => sendJson(res, 200, { status: 'ok' });
}

/**
 * 200 if requests can be served, now and in the next moments; otherwise 503. Shared counters that are away are no reason not
 * to serve, but the operator may want to know.
 */
export function readiness(
  store: Store,
  limiter: Limiter,
  stopping: AbortSignal | undefined,
): RequestHandler {
  return async (_req, res) => {
    if (stopping?.aborted) throw new ApiError('unavailable', { advice: 'It is stopping.' });
    await store.ping();
    const sharedCounters = limiter.status?.();
    sendJson(res, 200, { status: 'ready', ...(sharedCounters && { sharedCounters }) });
  };
}
