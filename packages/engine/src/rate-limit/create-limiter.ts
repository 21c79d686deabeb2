// Factory of the limiter: with counters of this process, or with counters in Redis that many nodes share. The driver of
// Redis is loaded only if it is used.
import type { Logger } from 'pino';
import { systemClock } from '../lib/clock.js';
import type { CounterStore } from '../storage/stores/counter-store.js';
import type { Limiter } from './limiter.js';
import { createLocalLimiter } from './local-limiter.js';

/**
 * @param url The URL of Redis; undefined: this process counts alone, and keeps the counts in `counters`.
 * @param options.namespace Begins the keys in Redis: the product's name.
 * @throws an Error for the operator if Redis cannot be used.
 */
export async function createLimiter(
  url: string | undefined,
  { namespace, counters, log }: { namespace: string; counters: CounterStore; log: Logger },
): Promise<Limiter> {
  const dropped = await counters.dropAhead(systemClock());
  if (dropped > 0) {
    log.warn(
      { dropped },
      'reset counts with a future timestamp: the clock was ahead when they were written',
    );
  }
  if (url === undefined) return createLocalLimiter(counters, systemClock);
  const { createRedisLimiter } = await import('./redis/redis-limiter.js');
  return createRedisLimiter(url, { namespace, counters, log });
}
