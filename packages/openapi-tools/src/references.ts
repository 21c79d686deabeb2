// References to files: `$ref`, the mapping of a discriminator, and the external value of an example.
import { dirname, resolve } from 'node:path';
import { entriesOf, getIn, walk } from './json.js';
import { findReferences, percentDecode } from './json-pointer.js';

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
