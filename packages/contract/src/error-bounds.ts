// Bounds of error details, as the contract's schemas of errors have them.
import type { ErrorBounds } from '@animal-store/core/validation';
import type { ContractDocument } from './document.js';

export function readErrorBounds({ components: { schemas } }: ContractDocument): ErrorBounds {
  const { path, message } = schemas.ErrorDetail.properties;
  return {
    maxDetails: schemas.Error.properties.details.maxItems,
    maxPathLength: path.maxLength,
    maxMessageLength: message.maxLength,
  };
}
