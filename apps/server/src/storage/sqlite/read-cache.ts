// Read caches: LRU caches that are cleared by every commit of another connection, and by our own writes to the tables
// that they were read from.
import { LruCache } from '../../lib/lru-cache.js';
import type { CacheStats } from '../store.js';
import type { SqliteDatabase } from './open-database.js';

export class ReadCaches {
  readonly #dataVersion: { get(): unknown };
  readonly #all = new Map<string, ReadCache<unknown>>();
  readonly #byTable = new Map<string, ReadCache<unknown>[]>();
  /** Changes if another connection had committed by the last refresh. Our own commits do not change it. */
  #version: unknown;

  constructor(database: SqliteDatabase) {
    this.#dataVersion = database.prepare('PRAGMA data_version').pluck();
  }

  /**
   * @param name Unique, for the metrics.
   * @param tables What the values are read from.
   * @param capacity The number of values.
   */
  create<Value>(name: string, tables: ReadonlySet<string>, capacity: number): ReadCache<Value> {
    const cache = new ReadCache<Value>(capacity);
    this.#all.set(name, cache);
    for (const table of tables) this.#byTable.set(table, [...this.#of(table), cache]);
    return cache;
  }

  /**
   * Called once for each request, when its key is looked up. What the request reads after that is never older. The
   * query takes and releases a lock, which costs 3 to 4 % of the throughput of a list or a get.
   */
  refresh(): void {
    const version = this.#dataVersion.get();
    if (version === this.#version) return;
    this.#version = version;
    for (const cache of this.#all.values()) cache.clear();
  }

  /** By the name of the cache. */
  stats(): Readonly<Record<string, CacheStats>> {
    return Object.fromEntries(Array.from(this.#all, ([name, { stats }]) => [name, stats]));
  }

  /** Clears what was read from these tables, because this connection has written to them. */
  forget(written: ReadonlySet<string>): void {
    for (const table of written) for (const cache of this.#of(table)) cache.clear();
  }

  #of(table: string): readonly ReadCache<unknown>[] {
    return this.#byTable.get(table) ?? [];
  }
}

export class ReadCache<Value> {
  readonly #capacity: number;
  #values: LruCache<Value>;
  #isEmpty = true;
  readonly stats = { hits: 0, misses: 0 };

  constructor(capacity: number) {
    this.#capacity = capacity;
    this.#values = new LruCache(capacity);
  }

  /**
   * Returns the cached value of that name, or the result of `read`. The value is what `read` would have returned at the
   * last refresh, or later. An undefined value is not cached.
   */
  get(name: string, read: () => Value): Value {
    const cached = this.#values.get(name);
    if (cached !== undefined) {
      this.stats.hits += 1;
      return cached;
    }
    this.stats.misses += 1;
    const value = read();
    if (value !== undefined) {
      this.#values.set(name, value);
      this.#isEmpty = false;
    }
    return value;
  }

  clear(): void {
    if (this.#isEmpty) return;
    this.#values = new LruCache(this.#capacity);
    this.#isEmpty = true;
  }
}
