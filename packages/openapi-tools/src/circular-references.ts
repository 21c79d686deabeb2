// Circular references: those that resolve only to each other, within a file or across files.
import { getIn, isObject } from './json.js';
import { findReferences, parsePointer } from './json-pointer.js';
import type { ParsedFile } from './parse-checks.js';
import { splitReference, targetFile } from './references.js';

export interface CircularReference {
  file: ParsedFile;
  /** The keys of the `$ref`. */
  keys: string[];
  target: string;
}

/** A place in a file. */
interface Place {
  file: ParsedFile;
  keys: string[];
}

/** A schema that has itself as a part is valid, and not among them. */
export function findCircularReferences(files: ParsedFile[]): CircularReference[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return files.flatMap((file) =>
    findReferences(file.root)
      .filter(({ keys }) => resolvesToItself({ file, keys }, byPath))
      .map(({ keys, target }) => ({ file, keys: [...keys, '$ref'], target })),
  );
}

/** Whether the reference at `own` resolves through itself. */
function resolvesToItself(own: Place, byPath: Map<string, ParsedFile>): boolean {
  const first = firstReference(own);
  const seen = new Set<object>();
  for (let found = first; found !== undefined; ) {
    if (seen.has(found.node)) return found.node === first?.node;
    seen.add(found.node);
    const { fragment = '' } = splitReference(found.target);
    const file = byPath.get(targetFile(found.target, found.file.path));
    if (file === undefined) return false;
    found = firstReference({ file, keys: [...parsePointer(`#${fragment}`), ...found.rest] });
  }
  return false;
}

/** The first reference on the way to a place, and the keys that remain there; undefined if the way has none. */
function firstReference({ file, keys }: Place) {
  let node: unknown = file.root;
  for (let index = 0; ; index++) {
    const next = getIn(node, ...keys.slice(index, index + 1));
    if (index < keys.length && next !== undefined) {
      node = next;
      continue;
    }
    const target = getIn(node, '$ref');
    return isObject(node) && typeof target === 'string'
      ? { file, node, target, rest: keys.slice(index) }
      : undefined;
  }
}
