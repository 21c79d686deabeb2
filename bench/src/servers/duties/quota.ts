// Quotas of Fastify with our duties: counts in the memory of this process, decided and described by the contract's own arithmetic.
// Ours saves the counts, too: here they are lost with the process.
import { document, type Quota } from '@animal-store/contract';
import {
  type Counts,
  decide,
  NO_COUNTS,
  rateLimitHeaders,
} from '@animal-store/contract/rate-limit';
import type { KeyRow } from '../queries.js';

const { 'x-rate-limit-plans': PLANS, 'x-rate-limit-ban': BAN } = document;
const known = new Map<string, Counts>();
/** Counts a request of a key, or of the address of a client without one, which is never banned. */
export function count(key: KeyRow | undefined, address: string) {
  const name = key === undefined ? `address:${address}` : `key:${key.id}`;
  const options = key && { ban: BAN };
  const decision = decide(known.get(name) ?? NO_COUNTS, Date.now(), quotaOf(key), options);
  known.set(name, decision.counts);
  return { ...decision, headers: rateLimitHeaders(decision) };
}

function quotaOf(key: KeyRow | undefined): Quota {
  if (key === undefined) return PLANS.free;
  const quota = PLANS[key.plan];
  if (quota !== undefined && quota !== 'custom') return quota;
  return { perMinute: Number(key.perMinute), perDay: Number(key.perDay) };
}
