// Owns the question which parts of two contracts a change touches, where parts are shared over references.
import { at, isObject, keysOf, pointer } from '../../contract/generator/json.js';
import type { RedoclyChange } from './redocly-diff.js';
import type { Documents } from './silent-changes.js';

/**
 * JSON Pointers: the way to the change, what changed at its own place, and the reference that leads elsewhere now. What
 * such a reference led to stays what it was for those who share it.
 */
export function touchedParts(change: RedoclyChange, { base, head }: Documents): string[] {
  const moved = movedReference(change.path, base, head);
  const shared = [change.base?.pointer, change.head?.pointer].filter(
    (place) => place !== undefined,
  );
  const changed = shared.filter((place) => differs(valueAt(base, place), valueAt(head, place)));
  return [change.path, ...(moved === undefined ? [] : [moved]), ...changed];
}

/** Where on the way the base and the head part, because one has another reference there, or none. */
function movedReference(path: string, base: unknown, head: unknown): string | undefined {
  let keys: string[] = [];
  const rest = keysOf(path);
  const followed = new Set<string>();
  for (;;) {
    const place = pointer(...keys);
    const [before, after] = [valueAt(base, place), valueAt(head, place)];
    const [from, to] = [at(before, '$ref'), at(after, '$ref')];
    if (from !== to) return place;
    if (typeof from === 'string' && !followed.has(from)) {
      followed.add(from);
      keys = keysOf(from);
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

/** Through lists, too. */
function valueAt(document: unknown, place: string): unknown {
  let found = document;
  for (const key of keysOf(place))
    found = Array.isArray(found) ? found[Number(key)] : at(found, key);
  return found;
}

function differs(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) !== JSON.stringify(other);
}
