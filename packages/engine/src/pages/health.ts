// Liveness and readiness endpoints, which need no key and are not part of the contract.
import { ApiError } from '@animal-store/core/errors';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { sendJson } from '../http/send-json.js';
import { SingleFlight } from '../lib/single-flight.js';
import type { Limiter } from '../rate-limit/limiter.js';
import type { Store, StoreStatus } from '../storage/store.js';

const READINESS_CHECK_INTERVAL_MS = 250;

/** @throws the error that makes the service unready. */
export type ReadinessCheck = () => Promise<StoreStatus>;

/** /healthz: 200 as long as the process can reply at all. */
export const liveness: RequestHandler = (_req, res) => {
  res.locals.isProbe = true;
  sendJson(res, 200, { status: 'ok' });
};

/**
 * /readyz: 200 if requests can be served now and in the next moments; otherwise 503. Warnings of the store and
 * unreachable shared counters do not make the service unready: they are only reported, for the operator.
 */
export function readiness(
  check: ReadinessCheck,
  limiter: Limiter,
  stopping: AbortSignal | undefined,
): RequestHandler {
  return async (_req, res) => {
    if (stopping?.aborted) throw new ApiError('unavailable', { advice: 'It is stopping.' });
    const { warnings } = await check();
    res.locals.isProbe = true; // a failed one keeps its line
    const sharedCounters = limiter.status?.();
    sendJson(res, 200, {
      status: 'ready',
      ...(warnings.length > 0 && { warnings }),
      ...(sharedCounters && { sharedCounters }),
    });
  };
}

/**
 * The readiness check is a single flight, and its outcome, success or failure, is cached: the endpoint needs no key, so
 * not every request may cost a storage call. Logs each warning once, when it first appears.
 */
export function createReadinessCheck(store: Pick<Store, 'ping'>, log: Logger): ReadinessCheck {
  const checks = new SingleFlight<StoreStatus>();
  let latest: Promise<StoreStatus> | undefined;
  let startMs = 0;
  let logged: readonly string[] = [];

  async function check(): Promise<StoreStatus> {
    startMs = performance.now();
    const status = await store.ping();
    for (const warning of status.warnings) if (!logged.includes(warning)) log.warn(warning);
    logged = status.warnings;
    return status;
  }

  return () => {
    const isDue = performance.now() - startMs >= READINESS_CHECK_INTERVAL_MS;
    if (latest === undefined || isDue) latest = checks.get('', check);
    return latest;
  };
}
