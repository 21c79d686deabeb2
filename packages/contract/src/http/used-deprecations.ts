// Used deprecations: which of the deprecated parameters and properties a request sends, and the headers that tell its client.
import { isContainer } from '../json-object.js';
import { DECODERS } from '../validation/parameters/parameter-text.js';
import type { DeprecatedShape } from './deprecated-shapes.js';
import type { DeprecatedParts } from './deprecation.js';
import { type DeprecationDates, earliest, toHeaders } from './deprecation-dates.js';

/** The parts of a request that are known so far. */
export interface SentParts {
  /** As sent, without the `?`. */
  query: string;
  hasHeader(name: string): boolean;
  /** The parsed JSON, without defaults; undefined if there is none, or it was not read yet. */
  body?: unknown;
}

/** `Deprecation` and `Sunset`; undefined if the request sends nothing that is deprecated. */
export function usedDeprecation(
  { always, parameters, body: shapes = [] }: DeprecatedParts,
  sent: SentParts,
): Record<string, string> | undefined {
  const names = new Set(namesIn(sent.query));
  const used: DeprecationDates[] = parameters.filter((parameter) =>
    parameter.in === 'query' ? names.has(parameter.name) : sent.hasHeader(parameter.name),
  );
  if (sent.body !== undefined) collect(sent.body, shapes, 0, used);
  const first = earliest(always === undefined || used.length === 0 ? used : [always, ...used]);
  return first && toHeaders(first);
}

/** The names in a query. */
function namesIn(query: string): string[] {
  const pairs = query.split('&').filter((pair) => pair !== '');
  return pairs.map((pair) => {
    const [name = ''] = pair.split('=', 1);
    return DECODERS.query(name) ?? name;
  });
}

/**
 * Adds the dates of all deprecated properties of a value.
 * @param seen The shapes of this same value that were visited: a schema may be a branch of itself.
 */
function collect(
  value: unknown,
  shapes: readonly DeprecatedShape[],
  index: number | null | undefined,
  found: DeprecationDates[],
  seen: readonly number[] = [],
): void {
  const shape = shapes[index ?? -1];
  if (shape === undefined || !isContainer(value) || seen.includes(index ?? -1)) return;
  const { branches = [] } = shape;
  if (Array.isArray(value)) {
    const { prefixItems = [], items } = shape;
    for (const [position, item] of value.entries())
      collect(item, shapes, position < prefixItems.length ? prefixItems[position] : items, found);
  } else {
    for (const [name, field] of Object.entries(value)) {
      const { dates, parts } = partsOf(shape, name);
      if (dates !== undefined) found.push(dates);
      for (const part of parts) collect(field, shapes, part, found);
    }
  }
  for (const { shape: branch, selector } of branches)
    if (
      selector === undefined ||
      selector.values.includes(String(getOwn(value, selector.property)))
    )
      collect(value, shapes, branch, found, [...seen, index ?? -1]);
}

/** The dates and the shapes of the property with a name. */
function partsOf({ properties = {}, patterns = {}, others = [] }: DeprecatedShape, name: string) {
  const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
  const matching = Object.entries(patterns).filter(([pattern]) =>
    new RegExp(pattern, 'u').test(name),
  );
  const parts = [
    ...(own?.shape === undefined ? [] : [own.shape]),
    ...matching.map(([, part]) => part),
  ];
  return { dates: own?.dates, parts: own || matching.length > 0 ? parts : others };
}

function getOwn(value: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}
