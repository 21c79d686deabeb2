// Used deprecations: which of the deprecated parameters and properties a request sends, and the headers that tell its client.
import { isContainer } from '../json-object.js';
import { queryPairs } from '../validation/parameters/parameter-text.js';
import type { DeprecatedParts, DeprecatedProperty, DeprecatedShape } from './deprecated-parts.js';
import { type DeprecationDates, deprecationHeaders, earliest } from './deprecation-dates.js';

/** The parts of a request that are known so far. */
export interface SentParts {
  /** As sent, without the `?`. */
  query: string;
  hasHeader(name: string): boolean;
  /** The parsed JSON, without defaults; undefined if there is none, or it was not read yet. */
  body?: unknown;
}

/** The deprecation headers of a reply: those of the operation, and of what the request sends. */
export function deprecationOf(
  {
    deprecationHeaders: own,
    deprecatedParts,
  }: {
    deprecationHeaders: Readonly<Record<string, string>>;
    deprecatedParts?: DeprecatedParts;
  },
  sent: SentParts,
): Readonly<Record<string, string>> {
  return deprecatedParts === undefined
    ? own
    : { ...own, ...usedDeprecation(deprecatedParts, sent) };
}

/** `Deprecation` and `Sunset`; undefined if the request sends nothing that is deprecated. */
export function usedDeprecation(
  { always, parameters, body: shapes = [] }: DeprecatedParts,
  sent: SentParts,
): Record<string, string> | undefined {
  const names = new Set(Array.from(queryPairs(sent.query), ([name]) => name));
  const used: DeprecationDates[] = parameters.filter((parameter) =>
    parameter.in === 'query' ? names.has(parameter.name) : sent.hasHeader(parameter.name),
  );
  if (sent.body !== undefined) collect(sent.body, shapes, 0, used);
  const first = earliest(always === undefined || used.length === 0 ? used : [always, ...used]);
  return first && deprecationHeaders(first);
}

/**
 * Adds the dates of all deprecated properties of a value.
 * @param seen The shapes of this same value that were visited: a schema may be a branch of itself.
 */
function collect(
  value: unknown,
  shapes: readonly DeprecatedShape[],
  index: number | undefined,
  found: DeprecationDates[],
  seen: readonly number[] = [],
): void {
  if (index === undefined || !isContainer(value) || seen.includes(index)) return;
  const shape = shapes[index] ?? {};
  if (Array.isArray(value)) {
    for (const item of value) collect(item, shapes, shape.items, found);
  } else {
    for (const [name, field] of Object.entries(value)) {
      const part = partOf(shape, name);
      if (part.dates !== undefined) found.push(part.dates);
      collect(field, shapes, part.shape, found);
    }
  }
  for (const { shape: branch, selector } of shape.branches ?? [])
    if (!selector || selector.values.includes(String(getOwn(value, selector.property))))
      collect(value, shapes, branch, found, [...seen, index]);
}

/** The dates and the shape of the property with a name. */
function partOf({ properties = {}, others }: DeprecatedShape, name: string): DeprecatedProperty {
  return getOwn(properties, name) ?? (others === undefined ? {} : { shape: others });
}

function getOwn<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
