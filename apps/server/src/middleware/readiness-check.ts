// Readiness check: a single flight whose outcome, success or failure, is cached for 250 ms. The endpoint needs no key,
// so not every request may cost a storage call.
import type { Logger } from 'pino';
import type { Store, StoreStatus } from '../storage/store.js';

const CHECK_INTERVAL_MS = 250;

/** @throws the error that makes the service unready. */
export type ReadinessCheck = () => Promise<StoreStatus>;

/** Logs each warning once, when it first appears. */
export function createReadinessCheck(store: Pick<Store, 'ping'>, log: Logger): ReadinessCheck {
  let latest: Promise<StoreStatus> | undefined;
  let startedMs = 0;
  let isRunning = false;
  let logged: readonly string[] = [];

  async function check(): Promise<StoreStatus> {
    isRunning = true;
    startedMs = performance.now();
    try {
      const status = await store.ping();
      for (const warning of status.warnings) if (!logged.includes(warning)) log.warn(warning);
      logged = status.warnings;
      return status;
    } finally {
      isRunning = false;
    }
  }

  return () => {
    const isDue = !isRunning && performance.now() - startedMs >= CHECK_INTERVAL_MS;
    if (latest === undefined || isDue) latest = check();
    return latest;
  };
}
