// Deprecation notices, from the headers of a response.
import type { OperationId } from '../client/types.js';
import { findLink, readHeader } from './headers.js';

export interface DeprecationNotice {
  operation: OperationId;
  /** When it was deprecated, or what was sent to it: the `Deprecation` header (RFC 9745). */
  since: Date | undefined;
  /** When that may be removed: the `Sunset` header (RFC 8594). */
  sunset: Date | undefined;
  /** Path of a deprecated operation's replacement: the `successor-version` link (RFC 5829). */
  successor: string | undefined;
}

export function readDeprecation(operation: OperationId, headers: Headers): DeprecationNotice {
  const seconds = /^@(\d+)$/.exec(readHeader(headers, 'deprecation') ?? '')?.[1]; // RFC 9745
  return {
    operation,
    since: toDate(Number(seconds) * 1000),
    sunset: toDate(Date.parse(readHeader(headers, 'sunset') ?? '')), // RFC 8594
    successor: findLink(headers, 'successor-version'), // RFC 5829
  };
}

export function warnOfDeprecation({ operation, sunset, successor }: DeprecationNotice): void {
  const removal = sunset
    ? ` and may be removed on or after ${sunset.toISOString().slice(0, 10)}`
    : '';
  // Only an operation has a successor. The headers do not say which parameter or property is deprecated: its type does.
  const subject = successor ? operation : `${operation}, or what was sent to it,`;
  console.warn(
    `animal-store: ${subject} is deprecated${removal}.${successor ? ` Use ${successor} instead.` : ''}`,
  );
}

/** Undefined for a time that no `Date` can hold. */
function toDate(ms: number): Date | undefined {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
