// Affected pointers: the parts of two contracts that a change affects, where references share parts.
import {
  formatPointer,
  getIn,
  isObject,
  parsePointer,
  resolvePointer,
} from '@animal-store/openapi-tools';
import type { Documents } from './change.js';
import type { RedoclyChange } from './redocly-diff.js';

/**
 * JSON Pointers: the path of the change, the shared parts whose value differs, and the reference that has another target
 * now. The old target of such a reference is unchanged for the operations that still refer to it.
 */
export function affectedPointers(change: RedoclyChange, { base, head }: Documents): string[] {
  const retargeted = retargetedReference(change.path, base, head);
  const shared = [change.base?.pointer, change.head?.pointer].filter(
    (pointer) => pointer !== undefined,
  );
  const changed = shared.filter((pointer) =>
    differs(resolvePointer(base, pointer), resolvePointer(head, pointer)),
  );
  return [change.path, ...(retargeted === undefined ? [] : [retargeted]), ...changed];
}

/** The first pointer on the path at which base and head have different references, or only one has a reference. */
function retargetedReference(path: string, base: unknown, head: unknown): string | undefined {
  let keys: string[] = [];
  const rest = parsePointer(path);
  const followed = new Set<string>();
  for (;;) {
    const pointer = formatPointer(...keys);
    const [before, after] = [resolvePointer(base, pointer), resolvePointer(head, pointer)];
    const [from, to] = [getIn(before, '$ref'), getIn(after, '$ref')];
    if (from !== to) return pointer;
    if (typeof from === 'string' && !followed.has(from)) {
      followed.add(from);
      keys = parsePointer(from);
      continue;
    }
    const key = rest.shift();
    if (key === undefined || !isNode(before) || !isNode(after)) return undefined;
    keys = [...keys, key];
  }
}

function isNode(value: unknown): boolean {
  return isObject(value) || Array.isArray(value);
}

function differs(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) !== JSON.stringify(other);
}
