// Bounds of error details, as the contract's schemas of errors have them.
import type { ErrorBounds } from '@animal-store/core/validation';
import { type Contract, type NumberBound, propertyOf } from '../model/index.js';

/** @throws an Error for a contract that lacks one. The rules report it first. */
export function readErrorBounds({ schemas }: Contract): ErrorBounds {
  const read = (component: string, property: string, bound: NumberBound) => {
    const edge = schemas.get(component);
    for (const { schema } of edge === undefined ? [] : propertyOf(edge, property))
      if (schema.bounds[bound] !== undefined) return schema.bounds[bound];
    throw new Error(`The schema ${component} has no ${bound} at ${property}.`);
  };
  return {
    maxDetails: read('Error', 'details', 'maxItems'),
    maxPathLength: read('ErrorDetail', 'path', 'maxLength'),
    maxMessageLength: read('ErrorDetail', 'message', 'maxLength'),
  };
}
