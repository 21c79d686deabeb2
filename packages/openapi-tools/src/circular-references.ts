// Circular references: those that resolve only to each other, within a file or across files.
import { getIn, isObject } from './json.js';
import { findReferences, parsePointer } from './json-pointer.js';
import type { ParsedFile } from './parse-checks.js';
import { splitReference, targetFile } from './references.js';

/** A place in a file. */
interface Place {
  file: ParsedFile;
  keys: string[];
}

/** Each with the keys of its `$ref`. A schema that has itself as a part is valid, and not among them. */
export function findCircularReferences(files: ParsedFile[]): (Place & { target: string })[] {
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
    const keys = [...parsePointer(`#${fragment}`), ...found.rest];
    found = file && firstReference({ file, keys });
  }
  return false;
}

/** The first reference on the way to a place, and the keys that remain there; undefined if the way has none. */
function firstReference({ file, keys }: Place) {
  let node: unknown = file.root;
  let depth = 0;
  for (; depth < keys.length; depth++) {
    const next = getIn(node, ...keys.slice(depth, depth + 1));
    if (next === undefined) break;
    node = next;
  }
  const target = getIn(node, '$ref');
  if (!isObject(node) || typeof target !== 'string') return undefined;
  return { file, node, target, rest: keys.slice(depth) };
}
