// Deprecation headers of the mock: of an operation, and of what a request to it sends.

import { ERROR_BOUNDS } from '@animal-store/contract/error-bounds';
import { usedDeprecation } from '@animal-store/core/http';
import { ErrorDetails, readBody } from '@animal-store/core/validation';
import type { MockOperation } from './mock-contract.js';
import { type Received, readBodyText } from './received.js';
import type { HeaderTexts } from './reply.js';

/** @param isBodyRead Whether the service reads the body, or replies before. */
export function deprecationHeaders(
  operation: MockOperation,
  received: Received,
  isBodyRead: boolean,
): HeaderTexts {
  const { deprecationHeaders: own, deprecatedParts } = operation;
  const { url, headers } = received;
  if (deprecatedParts === undefined) return { ...own };
  const isBodyUsed = isBodyRead && deprecatedParts.body !== undefined;
  const used = usedDeprecation(deprecatedParts, {
    query: url.search.slice(1),
    hasHeader: (name) => headers.has(name),
    body: isBodyUsed ? parseBody(operation, received) : undefined,
  });
  return { ...own, ...used };
}

/** Undefined if the service does not get as far as the values. */
function parseBody(operation: MockOperation, received: Received): unknown {
  const read = readBodyText(operation, received);
  if ('refusal' in read || read.bodyText === undefined) return undefined;
  try {
    const { isFullyScanned, value } = readBody(read.bodyText, new ErrorDetails(ERROR_BOUNDS));
    return isFullyScanned ? value : undefined;
  } catch {
    return undefined;
  }
}
