// Rewrites: parts of the contract whose text changed while their meaning, by the normal form, did not.
import { isDeepStrictEqual } from 'node:util';
import {
  entriesOf,
  formatPointer,
  getIn,
  isMethod,
  isPointerWithin,
  type JsonObject,
  resolvePointer,
} from '@animal-store/openapi-tools';
import type { Change, Documents } from './change.js';
import { formatLocation } from './describe-change.js';
import { documentation } from './ratings.js';

/**
 * @param documents the contracts as written.
 * @param reported the pointers, into them, of the changes that were found: those are no rewrites.
 */
export function rewrites({ base, head }: Documents, reported: readonly string[]): Change[] {
  return unitsOf(head)
    .filter((pointer) => {
      const [was, is] = [resolvePointer(base, pointer), resolvePointer(head, pointer)];
      return was !== undefined && !isDeepStrictEqual(was, is);
    })
    .filter((pointer) => !reported.some((change) => isPointerWithin(change, pointer)))
    .map((pointer) => ({
      ...documentation('It means the same as before.'),
      message: `${formatLocation(pointer, head)}: rewritten.`,
      side: 'head',
      pointer,
    }));
}

/** The pointers of the operations, of the parameters of whole paths, and of the components. */
function unitsOf(document: JsonObject): string[] {
  const inPaths = entriesOf(document.paths).flatMap(([path, item]) =>
    entriesOf(item)
      .filter(([key]) => isMethod(key) || key === 'parameters')
      .map(([key]) => formatPointer('paths', path, key)),
  );
  const components = entriesOf(getIn(document, 'components')).flatMap(([group, values]) =>
    entriesOf(values).map(([name]) => formatPointer('components', group, name)),
  );
  return [...inPaths, ...components];
}
