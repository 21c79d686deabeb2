// References to files: `$ref`, the mapping of a discriminator, and the external value of an example.
import { dirname, resolve } from 'node:path';
import { entriesOf, getIn } from './json.js';
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
  return [...references, ...findOthers(root, [])];
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

function findOthers(node: unknown, keys: string[]): FileReference[] {
  if (typeof node !== 'object' || node === null) return [];
  const externalValue = getIn(node, 'externalValue');
  const mapping = getIn(node, 'discriminator', 'mapping');
  return [
    ...(typeof externalValue === 'string'
      ? [toReference('externalValue', [...keys, 'externalValue'], externalValue)]
      : []),
    ...entriesOf(mapping).flatMap(([name, target]) =>
      typeof target === 'string' && isMappingReference(target)
        ? [toReference('mapping', [...keys, 'discriminator', 'mapping', name], target)]
        : [],
    ),
    ...Object.entries(node).flatMap(([key, value]) => findOthers(value, [...keys, key])),
  ];
}

function toReference(
  keyword: FileReference['keyword'],
  keys: string[],
  target: string,
): FileReference {
  return { keyword, keys, target: percentDecode(target) };
}

/** A mapping names a schema of `components`, or refers to one. */
function isMappingReference(target: string): boolean {
  return /[#/:]|\.(?:ya?ml|json)$/i.test(target);
}
