// Owns the telling of a deprecation: once for each operation, by what the reply's headers say.
import { findLink } from './links.js';
import type { OperationId } from './method.js';
import type { AnimalStoreOptions, DeprecationNotice } from './options.js';

/** A function to be shown every reply. */
export function deprecationTeller({
  onDeprecated = warn,
}: Pick<AnimalStoreOptions, 'onDeprecated'>) {
  const told = new Set<OperationId>();
  return (operation: OperationId, headers: Headers): void => {
    const deprecation = told.has(operation) ? null : headers.get('deprecation');
    if (!deprecation) return;
    told.add(operation);
    const seconds = /^@(\d+)$/.exec(deprecation)?.[1]; // RFC 9745
    onDeprecated({
      operation,
      since: seconds === undefined ? undefined : new Date(Number(seconds) * 1000),
      sunset: readDate(headers.get('sunset')), // RFC 8594
      successor: findLink(headers, 'successor-version'),
    });
  };
}

function warn({ operation, sunset, successor }: DeprecationNotice): void {
  const until = sunset ? ` and may be gone from ${sunset.toISOString().slice(0, 10)}` : '';
  console.warn(
    `animal-store: ${operation} is deprecated${until}.${successor ? ` Use ${successor} instead.` : ''}`,
  );
}

function readDate(text: string | null): Date | undefined {
  const ms = Date.parse(text ?? '');
  return Number.isNaN(ms) ? undefined : new Date(ms);
}
