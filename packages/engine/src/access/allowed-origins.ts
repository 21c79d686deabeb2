// Allowed origins of CORS: those of CORS_ORIGINS, and those that keys are restricted to. A preflight request carries no key,
// so the origin of any key is allowed; the key itself is checked with the request that follows (authorize).
//
// Requests of any origin ask for it, before their key and their quota are known. So a lookup finds a pattern by an index, its
// result is cached for half a second, and the origins that come while a lookup runs share the next one.
import { patternsOf } from '../keys/origin-pattern.js';
import { Batcher } from '../lib/batcher.js';
import type { Clock } from '../lib/clock.js';
import { LruCache } from '../lib/lru-cache.js';
import type { KeyStore } from '../storage/stores/key-store.js';

const CACHE_TTL_MS = 500;
/** Of the origins in each cache; twice as many at most. */
const MAX_CACHED_CHARACTERS = 65_536;
/** How long a lookup holds back the next one at most. */
const HOLD_MS = 100;

interface Known {
  isAllowed: boolean;
  readMs: number;
}

export class AllowedOrigins {
  readonly #patterns: ReadonlySet<string>;
  readonly #clock: Clock;
  /** Origins that were allowed once are kept apart, so that a flood of unknown ones does not evict them. */
  readonly #allowed = createCache();
  readonly #others = createCache();
  readonly #lookups: Batcher<string, Known>;

  /** @param patterns Of CORS_ORIGINS (keys/origin-pattern.ts). */
  constructor(patterns: readonly string[], keys: Pick<KeyStore, 'findOrigins'>, clock: Clock) {
    this.#patterns = new Set(patterns);
    this.#clock = clock;
    this.#lookups = new Batcher(
      async (origins) => {
        const readMs = clock();
        const asked = [...new Set(origins.flatMap(patternsOf))].sort();
        // If storage fails, what was read last applies. The request itself reports the failure.
        const found = await keys.findOrigins(asked, readMs).catch(() => undefined);
        return origins.map((origin) => {
          const isAllowed = found
            ? patternsOf(origin).some((pattern) => found.has(pattern))
            : this.#find(origin)?.isAllowed === true;
          return this.#keep(origin, { isAllowed, readMs });
        });
      },
      { holdMs: HOLD_MS },
    );
  }

  /** @param withoutLookup Whether the process sheds load, which a lookup would add to. */
  async includes(origin: string, withoutLookup: boolean): Promise<boolean> {
    const patterns = patternsOf(origin);
    if (patterns.some((pattern) => this.#patterns.has(pattern))) return true;
    if (patterns.length === 0) return false;
    const known = this.#find(origin);
    const ageMs = Math.abs(this.#clock() - (known?.readMs ?? Number.NEGATIVE_INFINITY));
    if (withoutLookup || ageMs < CACHE_TTL_MS) return known?.isAllowed === true;
    return (await this.#lookups.add('', origin)).isAllowed;
  }

  #find(origin: string): Known | undefined {
    return this.#allowed.get(origin) ?? this.#others.get(origin);
  }

  #keep(origin: string, known: Known): Known {
    const isKept = known.isAllowed || this.#allowed.get(origin) !== undefined;
    (isKept ? this.#allowed : this.#others).set(origin, known);
    return known;
  }
}

function createCache(): LruCache<Known> {
  return new LruCache(MAX_CACHED_CHARACTERS, (_, origin) => origin.length);
}
