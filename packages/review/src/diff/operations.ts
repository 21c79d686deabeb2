// Operations of a contract, and which of them use a part of it.
import {
  entriesOf,
  findReferences,
  followReference,
  formatPointer,
  getIn,
  isMethod,
  isObject,
  isPointerWithin,
  type JsonObject,
  resolvePointer,
} from '@animal-store/openapi-tools';

import type { OperationNode } from '../service.js';
import type { Documents } from './change.js';

export interface Operation extends OperationNode {
  id: string;
  pointer: string;
}

export function operationsOf(document: JsonObject): Operation[] {
  return entriesOf(document.paths).flatMap(([path, item]) =>
    entriesOf(item)
      .filter(([method]) => isMethod(method))
      .map(([method, node]) => ({
        id: String(getIn(node, 'operationId') ?? `${method.toUpperCase()} ${path}`),
        path,
        method,
        pointer: formatPointer('paths', path, method),
        node: isObject(node) ? node : {},
      })),
  );
}

/** The operations that both contracts have. */
export function operationPairs({ base, head }: Documents): [before: Operation, after: Operation][] {
  const keyOf = ({ method, path }: Operation) => `${method} ${identityOf(path)}`;
  const heads = new Map(operationsOf(head).map((operation) => [keyOf(operation), operation]));
  return operationsOf(base).flatMap((before) => {
    const after = heads.get(keyOf(before));
    return after === undefined ? [] : [[before, after]];
  });
}

/** The path, whatever the names of its parameters. */
export function identityOf(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}');
}

/** The operations that contain the value at `target`, or refer to it through references. */
export function operationsUsing(document: JsonObject, target: string): Operation[] {
  return operationsOf(document).filter(({ path, pointer }) =>
    reachablePointers(document, [pointer, formatPointer('paths', path, 'parameters')]).some(
      (root) => isPointerWithin(target, root) || isPointerWithin(root, target),
    ),
  );
}

/** The parameters of an operation, and those of its path that these do not override. */
export function withInherited(
  own: unknown[],
  inherited: unknown[],
  document: JsonObject,
): unknown[] {
  const keyOf = (parameter: unknown) => {
    const target = followReference(document, parameter);
    return `${getIn(target, 'in')} ${getIn(target, 'name')}`;
  };
  const known = own.map(keyOf);
  return [...own, ...inherited.filter((parameter) => !known.includes(keyOf(parameter)))];
}

/** `roots`, and the targets of all references in them and in each other. */
export function reachablePointers(document: JsonObject, roots: string[]): string[] {
  const found = new Set(roots);
  for (const root of found) // grows during the iteration
    for (const { target } of findReferences(resolvePointer(document, root))) found.add(target);
  return [...found];
}
