// Owns what was read and may be answered again. All of it is forgotten as soon as anybody has written: SQLite counts the
// commits of other connections, and ours says so itself.
import type { SqliteDatabase } from './open-database.js';

export class Remembered<Value> {
  readonly #values = new Map<string, Value>();
  readonly #dataVersion: { get(): unknown };
  readonly #most: number;
  #version: unknown;

  /** @param most How many values are kept at a time. */
  constructor(database: SqliteDatabase, most: number) {
    this.#dataVersion = database.prepare('PRAGMA data_version').pluck();
    this.#most = most;
  }

  /** The value of that name, which is what `read` would give now. It may be undefined, and is then not kept. */
  get(name: string, read: () => Value): Value {
    const version = this.#dataVersion.get();
    if (version !== this.#version) this.forget();
    this.#version = version;
    const known = this.#values.get(name);
    if (known !== undefined) return known;
    const value = read();
    if (value !== undefined) {
      if (this.#values.size >= this.#most) this.forget();
      this.#values.set(name, value);
    }
    return value;
  }

  /** Our own connection writes. */
  forget(): void {
    this.#values.clear();
  }
}
