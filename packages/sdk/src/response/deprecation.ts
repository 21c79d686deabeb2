// Deprecation notices: reported once for each operation, from the headers of its responses.

import type { AnimalStoreOptions, DeprecationNotice } from '../options.js';
import type { OperationId } from '../types.js';
import { findLink } from './link-header.js';

/** Returns a function that takes the headers of every response. */
export function createDeprecationReporter({
  onDeprecated = warn,
}: Pick<AnimalStoreOptions, 'onDeprecated'>) {
  const reported = new Set<OperationId>();
  return (operation: OperationId, headers: Headers): void => {
    const deprecation = reported.has(operation) ? null : headers.get('deprecation');
    if (!deprecation) return;
    reported.add(operation);
    const seconds = /^@(\d+)$/.exec(deprecation)?.[1]; // RFC 9745
    onDeprecated({
      operation,
      since: seconds === undefined ? undefined : new Date(Number(seconds) * 1000),
      sunset: parseDate(headers.get('sunset')), // RFC 8594
      successor: findLink(headers, 'successor-version'), // RFC 5829
    });
  };
}

function warn({ operation, sunset, successor }: DeprecationNotice): void {
  const removal = sunset
    ? ` and may be removed on or after ${sunset.toISOString().slice(0, 10)}`
    : '';
  console.warn(
    `animal-store: ${operation} is deprecated${removal}.${successor ? ` Use ${successor} instead.` : ''}`,
  );
}

function parseDate(text: string | null): Date | undefined {
  const ms = Date.parse(text ?? '');
  return Number.isNaN(ms) ? undefined : new Date(ms);
}
