// Pacer: rests of an import between its steps while a server is serving the database, so that requests stay fast.
import { setTimeout as pause } from 'node:timers/promises';

/** How often the presence of a server is checked. */
const CHECK_INTERVAL_MS = 1_000;
/** Beside a server, the import rests this many times as long as it works. */
const REST_RATIO = 9;

export class Pacer {
  readonly #checkServed: () => Promise<boolean>;
  #checkedMs = Number.NEGATIVE_INFINITY;
  #workingSinceMs = performance.now();
  isServed = false;

  constructor(checkServed: () => Promise<boolean>) {
    this.#checkServed = checkServed;
  }

  /** Called after each step. */
  async rest(): Promise<void> {
    if (performance.now() - this.#checkedMs >= CHECK_INTERVAL_MS) {
      this.isServed = await this.#checkServed();
      this.#checkedMs = performance.now();
    }
    if (this.isServed) await pause(REST_RATIO * (performance.now() - this.#workingSinceMs));
    this.#workingSinceMs = performance.now();
  }
}
