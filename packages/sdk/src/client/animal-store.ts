// The SDK's main class.
import { Operations } from '../../generated/operations.js';
import type { Int64Mode } from '../int64/int64-types.js';
import type { RateLimit } from '../response/rate-limit.js';
import { Client } from './client.js';
import { type AnimalStoreOptions, resolveOptions } from './options.js';

/** Without the option, integers are numbers. */
type RequiredMode<Mode extends Int64Mode> = Mode extends 'number' ? unknown : { int64: Mode };

/**
 * Client of the animal store API, with a method for each operation.
 *
 * A method takes the operation's parameters in one object, then the call's options. It waits for rate limits, retries
 * transient failures, and rejects with:
 * - `ApiError` if the service answered with an error;
 * - `ConnectionError` or `TimeoutError` if no complete response was received;
 * - the signal's reason, by default an `AbortError`, if the call was aborted;
 * - `TypeError` if a parameter is invalid. Nothing is sent then.
 */
export class AnimalStore<Mode extends Int64Mode = 'number'> extends Operations<Mode> {
  readonly #client: Client;

  /**
   * A `fetch` for other clients, with the key, the wait for the quota, time limits, hooks, and retries under one
   * `Idempotency-Key`. It resolves with any response, of which `json()` is exact; with a 429 too if the quota is used up for
   * longer than `maxWaitSeconds` and nothing was sent. It rejects with a `ConnectionError`, a `TimeoutError` or the signal's
   * reason, and with a `TypeError` for an address that is no operation of this API: the key is sent nowhere else.
   */
  readonly fetch: typeof globalThis.fetch;

  /** @throws TypeError naming the invalid option. */
  constructor(options: AnimalStoreOptions<Mode> & RequiredMode<Mode>) {
    const client = new Client(resolveOptions(options));
    super(client);
    this.#client = client;
    this.fetch = client.fetch;
  }

  /** URL of the service with its version segment, without a slash at its end. */
  get baseUrl(): string {
    return this.#client.options.baseUrl;
  }

  /** Type of 64-bit integers in results. */
  get int64(): Int64Mode {
    return this.#client.options.int64;
  }

  /** The caller's quota, as reported by the latest response; undefined before the first. */
  get rateLimit(): RateLimit | undefined {
    return this.#client.transport.rateLimit;
  }
}
