// Uncommon parameters: lists, headers, and those of a structured call. Loaded on first use.
import type { ParameterSpec } from '../operation-spec.js';
import { assertHeaderText } from './header-text.js';

type Entry = [label: string, value: unknown];

const PARTS = { path: 'path', query: 'query', header: 'headers' } as const;
const PART_NAMES: ReadonlySet<string> = new Set(Object.values(PARTS));

/** A parameter as the caller of a structured operation writes it: `query.limit`. */
export function toPartLabel({ in: location, name }: ParameterSpec): string {
  return `${PARTS[location]}.${name}`;
}

/** The parameters of a structured call by their labels, and its `body`. */
export function flattenParts(params: Readonly<Record<string, unknown>>): Entry[] {
  return Object.entries(params).flatMap(([part, values]) => {
    if (values === undefined || part === 'body') return [[part, values]];
    if (!PART_NAMES.has(part))
      throw new TypeError(`${part} must be in path, query, headers or body`);
    if (typeof values !== 'object' || values === null)
      throw new TypeError(`${part} must be an object`);
    return Object.entries(values).map(([name, value]): Entry => [`${part}.${name}`, value]);
  });
}

/** @param texts Of the items. Several are the values of repeated parameters. */
export function joinQueryItems(
  label: string,
  { list, isNonEmpty }: ParameterSpec,
  texts: string[],
): string[] {
  if (isNonEmpty && texts.length === 0) throw new TypeError(`${label} must not be empty`);
  if (list !== 'comma-separated') return texts;
  // A list with one empty item would be received as an empty list.
  if (texts.length === 1 && texts[0] === '')
    throw new TypeError(`${label} must not have a single item that is empty`);
  return [texts.join()];
}

export function joinHeaderItems(
  label: string,
  { list }: ParameterSpec,
  texts: readonly string[],
): string {
  for (const text of texts) assertHeaderText(label, text);
  if (list && texts.some((text) => text === '' || text.includes(',')))
    throw new TypeError(`${label} must not have an item that is empty or contains a comma`);
  return texts.join();
}
