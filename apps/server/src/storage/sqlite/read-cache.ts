// Read cache: an LRU cache that writes clear. Commits of other processes change the data version, and writes of our own
// connection call `forget`.
import { LruCache } from '../../lib/lru-cache.js';
import type { DataVersion } from './data-version.js';

export class ReadCache<Value> {
  #values: LruCache<Value>;
  readonly #dataVersion: DataVersion;
  readonly #most: number;
  #version: unknown;

  /** @param most Capacity of the LRU cache, in values. */
  constructor(dataVersion: DataVersion, most: number) {
    this.#dataVersion = dataVersion;
    this.#most = most;
    this.#values = new LruCache(most);
  }

  /**
   * Returns the cached value of that name, or the result of `read`. The value is what `read` would have returned at the
   * last refresh of the data version, or later. An undefined value is not cached.
   */
  get(name: string, read: () => Value): Value {
    const { current } = this.#dataVersion;
    if (current !== this.#version) this.forget();
    this.#version = current;
    const known = this.#values.get(name);
    if (known !== undefined) return known;
    const value = read();
    if (value !== undefined) this.#values.set(name, value);
    return value;
  }

  /** Clears the cache, for writes of our own connection: they do not change the data version. */
  forget(): void {
    this.#values = new LruCache(this.#most);
  }
}
