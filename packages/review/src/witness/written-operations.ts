// Operations of a document, for the service, which reads documents.
import {
  entriesOf,
  formatPointer,
  getIn,
  isMethod,
  isObject,
  type JsonObject,
} from '@animal-store/spec';
import { memoize } from '../memoize.js';
import type { OperationNode } from '../service.js';

export interface WrittenOperation extends OperationNode {
  id: string;
  pointer: string;
}

/** Documents do not change while they are compared. */
export const operationsOf = memoize((document: JsonObject): WrittenOperation[] =>
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
