// Source map of a bundle: the file and the position from which each part of the bundled document comes.
import type { Source } from '@redocly/openapi-core';
import { getIn, walk } from './json.js';
import { parsePointer } from './json-pointer.js';
import { type Position, positionOf } from './position.js';

export interface FilePosition extends Position {
  /** Absolute path. */
  path: string;
}

export interface LocateOptions {
  /** Whether to return the position of the key instead of the value. */
  isKey?: boolean | undefined;
}

interface Origin {
  source: Source;
  keys: string[];
}

/** Bundling moves the objects of the parsed files without copying them, so an object identifies its origin. */
export class SourceMap {
  readonly #origins = new WeakMap<object, Origin>();

  /** Records every object of a parsed file. To be called before the bundling. */
  add(source: Source, root: unknown): void {
    for (const [keys, node] of walk(root))
      if (!this.#origins.has(node)) this.#origins.set(node, { source, keys });
  }

  /** The position of the value at a JSON Pointer of the bundled document, or of the nearest value that contains it. */
  locate(document: object, pointer: string, { isKey = false }: LocateOptions = {}): FilePosition {
    const keys = parsePointer(pointer);
    for (let depth = keys.length; depth >= 0; depth--) {
      const node = getIn(document, ...keys.slice(0, depth));
      const origin = typeof node === 'object' && node !== null && this.#origins.get(node);
      if (!origin) continue;
      const { source } = origin;
      const position = positionOf(source, [...origin.keys, ...keys.slice(depth)], isKey);
      return { path: source.absoluteRef, ...position };
    }
    throw new Error(`No origin of ${pointer}: the document is not of this source map.`);
  }
}
