// Owns the choice of the counters: this process' own, or those in Redis, which many share. Redis' driver is loaded only by
// those who use it.
import type { Logger } from 'pino';
import { systemClock } from '../clock.js';
import type { CounterStore } from '../storage/store.js';
import type { Limiter } from './limiter.js';
import { LocalLimiter } from './local-limiter.js';

/**
 * @param url Of Redis; undefined: requests are counted here, and kept in `counters`.
 * @throws an Error for the operator if Redis cannot be used.
 */
export async function openLimiter(
  url: string | undefined,
  { counters, log }: { counters: CounterStore; log: Logger },
): Promise<Limiter> {
  if (url === undefined) return new LocalLimiter(counters, systemClock);
  const { openRedisLimiter } = await import('./redis/open-redis-limiter.js');
  return openRedisLimiter(url, { counters, log });
}
