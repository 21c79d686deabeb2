// Rewrites: parts of the contract whose text changed while their meaning, by the normal form, did not.
import { isDeepStrictEqual } from 'node:util';
import {
  entriesOf,
  formatPointer,
  isMethod,
  isPointerWithin,
  type JsonObject,
  resolvePointer,
} from '@animal-store/spec';
import type { Change, Documents } from './change.js';
import { changeMessage } from './change-message.js';
import { documentation } from './ratings.js';

/**
 * @param documents the contracts as written.
 * @param reported the pointers, into them, of the changes that were found: those are no rewrites.
 */
export function rewrites({ base, head }: Documents, reported: readonly string[]): Change[] {
  return unitsOf(head)
    .filter(({ pointer }) => {
      const [was, is] = [resolvePointer(base, pointer), resolvePointer(head, pointer)];
      return was !== undefined && !isDeepStrictEqual(was, is);
    })
    .filter(({ pointer }) => !reported.some((change) => isPointerWithin(change, pointer)))
    .map(({ pointer, path }) => ({
      ...documentation('It means the same as before.'),
      message: changeMessage('rewritten.', path, head),
      side: 'head',
      pointer,
      clue: { path },
    }));
}

/** The operations and the components. */
function unitsOf(document: JsonObject): { pointer: string; path: string[] }[] {
  const inPaths = entriesOf(document.paths).flatMap(([path, item]) =>
    entriesOf(item)
      .filter(([key]) => isMethod(key))
      .map(([key]) => ({
        pointer: formatPointer('paths', path, key),
        path: [`${key.toUpperCase()} ${path}`],
      })),
  );
  const components = entriesOf(document.components).flatMap(([group, values]) =>
    Object.keys(Object(values)).map((name) => ['components', group, name]),
  );
  const others = components.map((path) => ({ pointer: formatPointer(...path), path }));
  return [...inPaths, ...others];
}
