// Owns the look-up of operations in a contract: their ids, and which of them a part of the document reaches.
import {
  at,
  isObject,
  type JsonObject,
  keysOf,
  members,
  pointer,
} from '../../contract/generator/json.js';

export const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

export interface Operation {
  id: string;
  pointer: string;
  node: JsonObject;
}

export function operationsOf(document: JsonObject): Operation[] {
  return members(document.paths).flatMap(([path, item]) =>
    members(item)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, node]) => ({
        id: String(at(node, 'operationId') ?? `${method.toUpperCase()} ${path}`),
        pointer: pointer('paths', path, method),
        node: isObject(node) ? node : {},
      })),
  );
}

/** The operations that have what stands at `target` in them, or reach it over references. */
export function usersOf(document: JsonObject, target: string): Operation[] {
  return operationsOf(document).filter((operation) => {
    const [, path = ''] = keysOf(operation.pointer);
    const roots = [operation.pointer, pointer('paths', path, 'parameters')];
    return reachable(document, roots).some(
      (root) => isWithin(target, root) || isWithin(root, target),
    );
  });
}

/** `roots`, and everything that they refer to. */
function reachable(document: JsonObject, roots: string[]): string[] {
  const found = [...roots];
  for (const root of found) // grows while it is walked
    for (const reference of referencesIn(at(document, ...keysOf(root))))
      if (!found.includes(reference)) found.push(reference);
  return found;
}

function referencesIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]: [string, unknown]) =>
    key === '$ref' && typeof value === 'string' ? [value] : referencesIn(value),
  );
}

function isWithin(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(`${outer}/`);
}
