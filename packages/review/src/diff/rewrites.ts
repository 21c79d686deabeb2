// Rewrites: parts of the contract whose text changed while their meaning, by the canonical form, did not.
import { isPointerWithin, parsePointer } from '@animal-store/spec';
import type { Pointer } from '@animal-store/spec/model';
import type { Change, Contracts } from './change.js';
import { changeMessage } from './change-message.js';
import { documentation } from './ratings.js';

/** @param reported the pointers, into the written contracts, of the changes that were found: those are no rewrites. */
export function rewrites({ base, head }: Contracts, reported: readonly Pointer[]): Change[] {
  return [...head.digests]
    .filter(([pointer, digest]) => (base.digests.get(pointer) ?? digest) !== digest)
    .filter(([pointer]) => !reported.some((change) => isPointerWithin(change, pointer)))
    .map(([pointer]) => {
      const [group = '', name = '', key = ''] = parsePointer(pointer);
      const path = group === 'paths' ? [`${key.toUpperCase()} ${name}`] : [group, name, key];
      return {
        ...documentation('It means the same as before.'),
        message: changeMessage('rewritten.', path, head),
        side: 'head',
        pointer,
        clue: { path },
      };
    });
}
