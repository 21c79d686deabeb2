// Deprecation headers: since when an operation is deprecated, when it may be removed, and its successor.
import type { ContractDocument, Operation, OperationId } from '@animal-store/contract';

/** The headers on every response of a deprecated operation; undefined if the operation is not deprecated. */
export function readDeprecation(
  operation: Operation,
  document: ContractDocument,
  basePath: string,
): Record<string, string> | undefined {
  if (operation.deprecated !== true) return undefined;
  const since = readDate(operation, 'x-deprecated-since');
  const sunset = readDate(operation, 'x-deprecated-sunset');
  const successor = operation['x-deprecated-successor'];
  const successorPath = successor && pathOf(successor, document);
  return {
    ...(since && { Deprecation: `@${since.getTime() / 1000}` }), // RFC 9745
    ...(sunset && { Sunset: sunset.toUTCString() }), // RFC 8594
    ...(successorPath && { Link: `<${basePath}${successorPath}>; rel="successor-version"` }), // RFC 5829
  };
}

function readDate(
  operation: Operation,
  keyword: 'x-deprecated-since' | 'x-deprecated-sunset',
): Date | undefined {
  const text = operation[keyword];
  if (text === undefined) return undefined;
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) {
    throw new Error(`openapi.yaml: ${operation.operationId}: ${keyword} is not a date: ${text}`);
  }
  return date;
}

function pathOf(id: OperationId, document: ContractDocument): string | undefined {
  const entry = Object.entries(document.paths).find(([, item]) =>
    Object.values(item).some((operation) => operation.operationId === id),
  );
  return entry?.[0];
}
