// Owns the class that users import.
import { Operations } from '../generated/operations.js';
import { Client } from './client.js';
import { type AnimalStoreOptions, readOptions } from './options.js';
import type { RateLimit } from './rate-limit.js';

/**
 * The animal store's API: a method for each operation.
 *
 * Methods take the operation's parameters side by side, then options for the call. They throw: `ApiError` where the
 * service refused, `ConnectionError` or `TimeoutError` where no whole reply came, the platform's `AbortError` where your
 * signal said so. Waiting for quotas and repeating what failed is done for you.
 */
export class AnimalStore extends Operations {
  readonly #client: Client;

  /** @throws TypeError naming an option that cannot work. */
  constructor(options: AnimalStoreOptions) {
    const client = new Client(readOptions(options));
    super(client);
    this.#client = client;
  }

  /** The caller's quota, as the latest reply told it; undefined before the first. */
  get rateLimit(): RateLimit | undefined {
    return this.#client.rateLimit;
  }
}
