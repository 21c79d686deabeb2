// References to files: `$ref`, the mapping of a discriminator, and the external value of an example; and those that are circular.
import { dirname, resolve } from 'node:path';
import { entriesOf, getIn, isObject, walk } from './json.js';
import { findReferences, parsePointer, percentDecode } from './json-pointer.js';
import type { ParsedFile } from './parse-checks.js';

export interface FileReference {
  keyword: '$ref' | 'mapping' | 'externalValue';
  /** The keys of the value itself. */
  keys: string[];
  /** Without percent-encoding. */
  target: string;
}

/** Every reference in a file, also those to the file itself. */
export function findFileReferences(root: unknown): FileReference[] {
  const references = findReferences(root).map(
    ({ keys, target }): FileReference => ({ keyword: '$ref', keys: [...keys, '$ref'], target }),
  );
  for (const [keys, node] of walk(root)) {
    const add = (keyword: FileReference['keyword'], target: unknown, ...inner: string[]) => {
      if (typeof target === 'string')
        references.push({ keyword, keys: [...keys, ...inner], target: percentDecode(target) });
    };
    add('externalValue', getIn(node, 'externalValue'), 'externalValue');
    for (const [name, target] of entriesOf(getIn(node, 'discriminator', 'mapping')))
      if (isMappingReference(String(target)))
        add('mapping', target, 'discriminator', 'mapping', name);
  }
  return references;
}

/** `./schemas/pet.yaml` and `/Pet` for `./schemas/pet.yaml#/Pet`. */
export function splitReference(target: string): { uri: string; fragment: string | undefined } {
  const [uri = '', fragment] = target.split('#', 2);
  return { uri, fragment };
}

/** The absolute path of the file that a reference in `from` leads to. */
export function targetFile(target: string, from: string): string {
  const { uri } = splitReference(target);
  return uri === '' ? from : resolve(dirname(from), uri);
}

/** A mapping names a schema of `components`, or refers to one. */
function isMappingReference(target: string): boolean {
  return /[#/:]|\.(?:ya?ml|json)$/i.test(target);
}

/** A part of a file, by the keys that lead to it. */
interface FilePart {
  file: ParsedFile;
  keys: string[];
}

/**
 * References that resolve only to each other, within a file or across files, each with the keys of its `$ref`. A schema
 * that has itself as a part is valid, and not among them.
 */
export function findCircularReferences(files: ParsedFile[]): (FilePart & { target: string })[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return files.flatMap((file) =>
    findReferences(file.root)
      .filter(({ keys }) => resolvesToItself({ file, keys }, byPath))
      .map(({ keys, target }) => ({ file, keys: [...keys, '$ref'], target })),
  );
}

/** Whether the reference at `own` resolves through itself. */
function resolvesToItself(own: FilePart, byPath: Map<string, ParsedFile>): boolean {
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
function firstReference({ file, keys }: FilePart) {
  const at = (depth: number) => getIn(file.root, ...keys.slice(0, depth));
  let depth = keys.length;
  while (at(depth) === undefined) depth -= 1;
  const node = at(depth);
  const target = getIn(node, '$ref');
  if (!isObject(node) || typeof target !== 'string') return undefined;
  return { file, node, target, rest: keys.slice(depth) };
}
