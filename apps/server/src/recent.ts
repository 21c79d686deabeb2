// Owns what is kept of many values that come again: a bounded number, the recently used ones surely among them.

/**
 * Two maps, one of them filling: once it is full, it takes the place of the other, which is dropped as a whole. Nothing is
 * deleted one by one: a map that values come and go in is rebuilt all the time, and V8's old tables, each of which knows
 * the next, keep all that was in them alive until the next full collection.
 */
export class Recent<Value> {
  readonly #most: number;
  #filling = new Map<string, Value>();
  #full: ReadonlyMap<string, Value> = new Map();

  /** @param most How many are kept at least; twice as many are never. */
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
