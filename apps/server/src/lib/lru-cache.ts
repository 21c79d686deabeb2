// LRU cache: a bounded number of values, of which the most recently used ones are always kept.

/**
 * Two generations of maps. New and recently read values go into the filling map. Once it is full, it replaces the other
 * map, which is dropped as a whole. Entries are never deleted one by one, because of V8's hash tables: V8 rebuilds a
 * map whose entries come and go all the time, and its old tables, each of which refers to the next, keep everything
 * that was in them alive until the next full garbage collection.
 */
export class LruCache<Value> {
  readonly #most: number;
  #filling = new Map<string, Value>();
  #full: ReadonlyMap<string, Value> = new Map();

  /** @param most The number of most recently used values that are kept. The cache holds fewer than twice as many. */
  constructor(most: number) {
    this.#most = most;
  }

  get(name: string): Value | undefined {
    const value = this.#filling.get(name);
    if (value !== undefined) return value;
    const earlier = this.#full.get(name);
    if (earlier !== undefined) this.set(name, earlier);
    return earlier;
  }

  set(name: string, value: Value): void {
    this.#filling.set(name, value);
    if (this.#filling.size < this.#most) return;
    this.#full = this.#filling;
    this.#filling = new Map();
  }
}
