// JSON Pointers (RFC 6901) behind a `#`, without percent-encoding, and the references (`$ref`) that use them.
import { getIn, walk } from './json.js';

/** `#/paths/~1pets/get` for `paths`, `/pets`, `get`. */
export function formatPointer(...keys: string[]): string {
  return ['#', ...keys.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1'))].join('/');
}

/** The pointer to a part of what `pointer` points to. */
export function joinPointer(pointer: string, ...keys: string[]): string {
  return pointer + formatPointer(...keys).slice(1);
}

/** The keys of a pointer such as `#/paths/~1pets/get`. */
export function parsePointer(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The last key of a pointer; an empty text for that of the whole document. */
export function lastKey(pointer: string): string {
  return parsePointer(pointer).at(-1) ?? '';
}

/** The name of the component that a pointer leads to, undefined if it is none. @param kind `schemas`; any if left out. */
export function componentOf(pointer: string, kind?: string): string | undefined {
  const [, group] = /^#\/components\/([^/]+)\/[^/]+$/.exec(pointer) ?? [];
  return group === undefined || group !== (kind ?? group) ? undefined : lastKey(pointer);
}

/** The value that a pointer points to; undefined if there is none. */
export function resolvePointer(document: unknown, pointer: string): unknown {
  return getIn(document, ...parsePointer(pointer));
}

/** Whether `inner` points to the same value as `outer`, or to a part of it. */
export function isPointerWithin(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(`${outer}/`);
}

/** What a reference, or a chain of them, leads to; other values are returned as they are. Undefined for a circle. */
export function followReference(document: unknown, node: unknown): unknown {
  return followFrom(document, node, '').node;
}

/** The same, with the pointer to what was found. @param at of the node. */
export function followFrom(
  document: unknown,
  node: unknown,
  at: string,
): { node: unknown; at: string } {
  const followed = new Set<string>();
  let found = { node, at };
  for (;;) {
    const target = getIn(found.node, '$ref');
    if (typeof target !== 'string') return found;
    if (followed.has(target)) return { ...found, node: undefined };
    followed.add(target);
    const pointer = decodeReference(target);
    found = { node: resolvePointer(document, pointer), at: pointer };
  }
}

interface FoundReference {
  /** The keys of the object that has the `$ref`. */
  keys: string[];
  /** Without percent-encoding, which a `$ref` may use. */
  target: string;
}

/** Every reference in a value. Referenced values are not searched. */
export function findReferences(node: unknown): FoundReference[] {
  return [...walk(node)].flatMap(([keys, inner]) => {
    const target = getIn(inner, '$ref');
    return typeof target === 'string' ? [{ keys, target: decodeReference(target) }] : [];
  });
}

/** Without percent-encoding; the text itself if that is not valid. */
export function decodeReference(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
