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

export type Direction = 'request' | 'response';

/**
 * The operations that contain the value at `target`, or refer to it through references.
 * @param direction only operations whose messages of this direction have it.
 */
export function operationsUsing(
  document: JsonObject,
  target: string,
  direction?: Direction,
): Operation[] {
  return operationsOf(document).filter(({ pointer }) =>
    isUsed(document, target, rootsOf(pointer, direction)),
  );
}

/** The directions in which operations send the value at `target`. */
export function directionsOf(document: JsonObject, target: string): Direction[] {
  const operations = operationsOf(document);
  return (['request', 'response'] as const).filter((direction) =>
    isUsed(
      document,
      target,
      operations.flatMap(({ pointer }) => rootsOf(pointer, direction)),
    ),
  );
}

function rootsOf(operation: string, direction: Direction | undefined): string[] {
  if (direction === undefined) return [operation, sharedParametersOf(operation)];
  return direction === 'request'
    ? [`${operation}/parameters`, `${operation}/requestBody`, sharedParametersOf(operation)]
    : [`${operation}/responses`];
}

/** The parameters of the whole path of an operation. */
function sharedParametersOf(operationPointer: string): string {
  const [, path = ''] = parsePointer(operationPointer);
  return formatPointer('paths', path, 'parameters');
}

function isUsed(document: JsonObject, target: string, roots: string[]): boolean {
  return reachablePointers(document, roots).some(
    (root) => isPointerWithin(target, root) || isPointerWithin(root, target),
  );
}

/** `roots`, and the targets of all references in them and in each other. */
function reachablePointers(document: JsonObject, roots: string[]): string[] {
  const found = new Set(roots);
  for (const root of found) // grows during the iteration
    for (const { target } of findReferences(resolvePointer(document, root))) found.add(target);
  return [...found];
}
