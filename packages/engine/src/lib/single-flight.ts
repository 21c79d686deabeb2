// Single flight: concurrent loads of the same key share one call and its result. p-memoize does the same with
// `cache: false`; ten lines are less than a dependency.

export class SingleFlight<Value> {
  readonly #pending = new Map<string, Promise<Value>>();

  get(key: string, load: () => Promise<Value>): Promise<Value> {
    let pending = this.#pending.get(key);
    if (pending === undefined) {
      pending = load().finally(() => this.#pending.delete(key));
      this.#pending.set(key, pending);
    }
    return pending;
  }
}
