// Deprecation headers: since when an operation is deprecated, when it may be removed, and its successor.
import type { ContractDocument, Operation, OperationId } from '@animal-store/contract';

/** The headers on every response of a deprecated operation; undefined if the operation is not deprecated. */
export function readDeprecation(
  operation: Operation,
  document: ContractDocument,
  basePath: string,
): Record<string, string> | undefined {
  if (operation.deprecated !== true) return undefined;
  const since = toDate(operation['x-deprecated-since']);
  const sunset = toDate(operation['x-deprecated-sunset']);
  const successor = operation['x-deprecated-successor'];
  const successorPath = successor && pathOf(successor, document);
  return {
    ...(since && { Deprecation: `@${since.getTime() / 1000}` }), // RFC 9745
    ...(sunset && { Sunset: sunset.toUTCString() }), // RFC 8594
    ...(successorPath && { Link: `<${basePath}${successorPath}>; rel="successor-version"` }), // RFC 5829
  };
}

function toDate(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}

function pathOf(id: OperationId, document: ContractDocument): string | undefined {
  const entry = Object.entries(document.paths).find(([, item]) =>
    Object.values(item).some((operation) => operation.operationId === id),
  );
  return entry?.[0];
}
