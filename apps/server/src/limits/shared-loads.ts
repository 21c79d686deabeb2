// Owns the loading of what several requests want at once: all who ask for a name before it is there get the same.

export class SharedLoads<Value> {
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
