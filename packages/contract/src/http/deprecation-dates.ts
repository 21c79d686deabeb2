// Deprecation dates as the contract writes them.
import type { DeprecationDates } from '@animal-store/core/http';

/** @param node An operation, a parameter or a property. */
export function datesOf(node: Readonly<Record<string, unknown>>): DeprecationDates {
  const { 'x-deprecated-since': since, 'x-deprecated-sunset': sunset } = node;
  return {
    ...(typeof since === 'string' && { since }),
    ...(typeof sunset === 'string' && { sunset }),
  };
}
