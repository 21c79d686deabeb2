// Operations of a contract, and which of them use a part of it.
import {
  entriesOf,
  findReferences,
  formatPointer,
  getIn,
  isMethod,
  isObject,
  isPointerWithin,
  type JsonObject,
  resolvePointer,
} from '@animal-store/spec';
import { memoize } from '../memoize.js';
import type { OperationNode } from '../service.js';

export interface Operation extends OperationNode {
  id: string;
  pointer: string;
}

/** Documents do not change while they are compared. */
export const operationsOf = memoize((document: JsonObject): Operation[] =>
  entriesOf(document.paths).flatMap(([path, item]) =>
    entriesOf(item)
      .filter(([method]) => isMethod(method))
      .map(([method, node]) => ({
        id: String(getIn(node, 'operationId') ?? `${method.toUpperCase()} ${path}`),
        path,
        method,
        pointer: formatPointer('paths', path, method),
        node: isObject(node) ? node : {},
      })),
  ),
);

/** The path, whatever the names of its parameters. */
export function identityOf(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}');
}

/** The operations that contain the value at `target`, or refer to it through references. */
export function operationsUsing(document: JsonObject, target: string): Operation[] {
  const found = [...usersOf(document)].flatMap(([pointer, users]) =>
    isPointerWithin(target, pointer) || isPointerWithin(pointer, target) ? [users] : [],
  );
  return operationsOf(document).filter((operation) => found.some((users) => users.has(operation)));
}

const targetsOf = memoize((node: object) => findReferences(node).map(({ target }) => target));

/** For each pointer, the operations that contain it, or that lead to it through references. */
const usersOf = memoize((document: JsonObject) => {
  const users = new Map<string, Set<Operation>>();
  for (const operation of operationsOf(document)) {
    const reached = new Set([operation.pointer]);
    for (const at of reached) {
      users.set(at, (users.get(at) ?? new Set()).add(operation));
      const found = targetsOf(Object(resolvePointer(document, at)));
      for (const target of found) reached.add(target); // grows during the iteration
    }
  }
  return users;
});
