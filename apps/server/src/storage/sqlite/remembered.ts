// Owns what was read and may be answered again. All of it is forgotten as soon as anybody has written: the commits of
// others show in the data version, and ours says so itself.
import { Recent } from '../../recent.js';
import type { DataVersion } from './data-version.js';

export class Remembered<Value> {
  #values: Recent<Value>;
  readonly #dataVersion: DataVersion;
  readonly #most: number;
  #version: unknown;

  /** @param most How many values are kept at a time. */
  constructor(dataVersion: DataVersion, most: number) {
    this.#dataVersion = dataVersion;
    this.#most = most;
    this.#values = new Recent(most);
  }

  /**
   * The value of that name, which is what `read` would have given at the last refresh of the data version, or later. It may
   * be undefined, and is then not kept.
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

  /** Our own connection writes. */
  forget(): void {
    this.#values = new Recent(this.#most);
  }
}
