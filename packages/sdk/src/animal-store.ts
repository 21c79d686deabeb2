// The SDK's main class.
import { Operations } from '../generated/operations.js';
import { Client } from './client.js';
import { type AnimalStoreOptions, resolveOptions } from './options.js';
import type { RateLimit } from './response/rate-limit.js';

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
export class AnimalStore extends Operations {
  readonly #client: Client;

  /** @throws TypeError naming the invalid option. */
  constructor(options: AnimalStoreOptions) {
    const client = new Client(resolveOptions(options));
    super(client);
    this.#client = client;
  }

  /** The caller's quota, as reported by the latest response; undefined before the first. */
  get rateLimit(): RateLimit | undefined {
    return this.#client.rateLimit;
  }
}
