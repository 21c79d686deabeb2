// Origins: where the parts of a normalized contract stand in the contract as it was written.
import { formatPointer, getIn, isObject, parsePointer } from '@animal-store/openapi-tools';

export class Origins {
  /** JSON Pointers into the contract as written, by the object or array that was made from them. */
  readonly #pointers = new WeakMap<object, string>();

  /** Records where `node` stood, and returns it. The first record of a node counts. */
  record<T>(node: T, pointer: string): T {
    if (typeof node === 'object' && node !== null && !this.#pointers.has(node))
      this.#pointers.set(node, pointer);
    return node;
  }

  /** The JSON Pointer, in the contract as written, of what stands at `pointer` in the normalized `document`. */
  originOf(document: unknown, pointer: string): string {
    let node = document;
    let origin: string[] = [];
    for (const key of parsePointer(pointer)) {
      node = getIn(node, key);
      origin = [...origin, key];
      const recorded = isNode(node) ? this.#pointers.get(node) : undefined;
      if (recorded !== undefined) origin = parsePointer(recorded);
    }
    return formatPointer(...origin);
  }
}

function isNode(value: unknown): value is object {
  return isObject(value) || Array.isArray(value);
}
