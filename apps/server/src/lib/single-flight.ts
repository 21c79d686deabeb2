// Single flight: concurrent loads of the same name share one call and its result.

export class SingleFlight<Value> {
  readonly #underWay = new Map<string, Promise<Value>>();

  get(name: string, load: () => Promise<Value>): Promise<Value> {
    let loading = this.#underWay.get(name);
    if (loading === undefined) {
      loading = load().finally(() => this.#underWay.delete(name));
      this.#underWay.set(name, loading);
    }
    return loading;
  }
}
