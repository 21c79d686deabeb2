// Allowed origins of CORS: those of CORS_ORIGINS, and those that keys are restricted to. A preflight request carries no key,
// so the origin of any key is allowed; the key itself is checked with the request that follows (authorize).

import type { KeyStore } from '../../keys/key-store.js';
import type { Clock } from '../../lib/clock.js';
import { matchesOrigin } from '../../lib/origin-pattern.js';

/** Requests of any origin ask for the origins of keys, so that they are read at most twice a second. */
const REFRESH_INTERVAL_MS = 500;

export class AllowedOrigins {
  readonly #patterns: readonly string[];
  readonly #keys: Pick<KeyStore, 'origins'>;
  readonly #clock: Clock;
  /** Those that were read last. They apply while storage is unavailable, too. */
  #ofKeys: readonly string[] = [];
  #readMs = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;

  /** @param patterns Of CORS_ORIGINS (lib/origin-pattern.ts). */
  constructor(patterns: readonly string[], keys: Pick<KeyStore, 'origins'>, clock: Clock) {
    this.#patterns = patterns;
    this.#keys = keys;
    this.#clock = clock;
  }

  /** @param withoutLookup Whether the process sheds load, which a lookup would add to. */
  async includes(origin: string, withoutLookup: boolean): Promise<boolean> {
    const matches = (pattern: string) => matchesOrigin(pattern, origin);
    if (this.#patterns.some(matches)) return true;
    if (!withoutLookup) await this.#refresh();
    return this.#ofKeys.some(matches);
  }

  async #refresh(): Promise<void> {
    if (Math.abs(this.#clock() - this.#readMs) < REFRESH_INTERVAL_MS) return;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    await this.#reading;
  }

  async #read(): Promise<void> {
    const startMs = this.#clock();
    const origins = await this.#keys.origins(startMs).catch(() => this.#ofKeys); // authenticate reports the failure
    this.#ofKeys = origins;
    this.#readMs = startMs;
  }
}
