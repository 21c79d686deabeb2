// Origins of the parts of a document that was made from another one, or from several files.
import { getIn } from '../json.js';
import { parsePointer } from '../json-pointer.js';

/** Objects and arrays with their origins. What has none of its own comes from where the object that contains it does. */
export class Origins<T> {
  readonly #origins = new WeakMap<object, T>();

  /** Records where `node` comes from, and returns it. The first record counts. */
  record<Node>(node: Node, origin: T): Node {
    if (typeof node === 'object' && node !== null && !this.#origins.has(node))
      this.#origins.set(node, origin);
    return node;
  }

  /** The origin of the nearest object with one, and the keys from there to the place of the pointer. */
  find(document: unknown, pointer: string): { origin: T | undefined; rest: string[] } {
    const keys = parsePointer(pointer);
    for (let depth = keys.length; depth >= 0; depth -= 1) {
      const node = getIn(document, ...keys.slice(0, depth));
      const origin =
        typeof node === 'object' && node !== null ? this.#origins.get(node) : undefined;
      if (origin !== undefined) return { origin, rest: keys.slice(depth) };
    }
    return { origin: undefined, rest: keys };
  }
}
