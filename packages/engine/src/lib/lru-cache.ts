// LRU cache: values up to a bounded number or weight, of which the most recently used ones are always kept.
//
// quick-lru has the same algorithm in 300 lines, with expiry, events and iteration, which nothing here uses. It and
// lru-cache delete entries one by one.

/**
 * Two generations of maps. New and recently read values go into the current map. Once it is full, it replaces the
 * previous map, which is dropped as a whole. Entries are never deleted one by one, because of V8's hash tables: V8
 * rebuilds a map whose entries come and go all the time, and its old tables, each of which refers to the next, keep
 * everything that was in them alive until the next full garbage collection.
 */
export class LruCache<Value> {
  readonly #capacity: number;
  readonly #weigh: (value: Value, key: string) => number;
  #weight = 0;
  #current = new Map<string, Value>();
  #previous: ReadonlyMap<string, Value> = new Map();

  /**
   * @param capacity The weight of the most recently used values that are kept. The cache holds less than twice as much, and
   * two more values.
   * @param weigh By default each value weighs 1, so that `capacity` is their number.
   */
  constructor(capacity: number, weigh: (value: Value, key: string) => number = () => 1) {
    this.#capacity = capacity;
    this.#weigh = weigh;
  }

  get(key: string): Value | undefined {
    const value = this.#current.get(key);
    if (value !== undefined) return value;
    const previous = this.#previous.get(key);
    if (previous !== undefined) this.set(key, previous);
    return previous;
  }

  set(key: string, value: Value): void {
    const replaced = this.#current.get(key);
    if (replaced !== undefined) this.#weight -= this.#weigh(replaced, key);
    this.#weight += this.#weigh(value, key);
    this.#current.set(key, value);
    if (this.#weight < this.#capacity) return;
    this.#previous = this.#current;
    this.#current = new Map();
    this.#weight = 0;
  }

  clear(): void {
    if (this.#current.size + this.#previous.size === 0) return; // which is so at most writes
    this.#current = new Map();
    this.#previous = new Map();
    this.#weight = 0;
  }
}
