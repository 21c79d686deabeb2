// Deprecation dates: since when something is deprecated, and when it may be removed.

/** Calendar dates: `2030-12-05`. */
export interface DeprecationDates {
  since?: string;
  sunset?: string;
}

export function deprecationHeaders({ since, sunset }: DeprecationDates): Record<string, string> {
  return {
    ...(since !== undefined && { Deprecation: `@${Date.parse(since) / 1000}` }), // RFC 9745
    ...(sunset !== undefined && { Sunset: new Date(sunset).toUTCString() }), // RFC 8594
  };
}

/** Sorts after every date. */
const LAST = '9999-99-99';

/** The dates with the earliest sunset and, of those, with the earliest deprecation. Undefined if there are none. */
export function earliest(all: readonly DeprecationDates[]): DeprecationDates | undefined {
  const keyOf = ({ since = LAST, sunset = LAST }: DeprecationDates) => `${sunset} ${since}`;
  return all.reduce<DeprecationDates | undefined>(
    (first, dates) => (first === undefined || keyOf(dates) < keyOf(first) ? dates : first),
    undefined,
  );
}

/** As doc comments and the API reference have it: `Deprecated since 2026-01-01; may be removed from 2030-12-05.` */
export function deprecationNote({ since, sunset }: DeprecationDates): string {
  const start = since === undefined ? 'Deprecated' : `Deprecated since ${since}`;
  return sunset === undefined ? `${start}.` : `${start}; may be removed from ${sunset}.`;
}
