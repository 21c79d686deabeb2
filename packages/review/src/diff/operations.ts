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
  parsePointer,
  resolvePointer,
} from '@animal-store/openapi-tools';

export interface Operation {
  id: string;
  pointer: string;
  node: JsonObject;
}

export function operationsOf(document: JsonObject): Operation[] {
  return entriesOf(document.paths).flatMap(([path, item]) =>
    entriesOf(item)
      .filter(([method]) => isMethod(method))
      .map(([method, node]) => ({
        id: String(getIn(node, 'operationId') ?? `${method.toUpperCase()} ${path}`),
        pointer: formatPointer('paths', path, method),
        node: isObject(node) ? node : {},
      })),
  );
}

/** The operations that contain the value at `target`, or refer to it through references. */
export function operationsUsing(document: JsonObject, target: string): Operation[] {
  return operationsOf(document).filter(({ pointer }) =>
    reachablePointers(document, [pointer, sharedParametersOf(pointer)]).some(
      (root) => isPointerWithin(target, root) || isPointerWithin(root, target),
    ),
  );
}

/** The parameters of the whole path of an operation. */
function sharedParametersOf(operationPointer: string): string {
  const [, path = ''] = parsePointer(operationPointer);
  return formatPointer('paths', path, 'parameters');
}

/** `roots`, and the targets of all references in them and in each other. */
function reachablePointers(document: JsonObject, roots: string[]): string[] {
  const found = new Set(roots);
  for (const root of found) // grows during the iteration
    for (const { target } of findReferences(resolvePointer(document, root))) found.add(target);
  return [...found];
}
