// Context of a change inside a schema: keywords around it that decide what it means.
import { isDeepStrictEqual } from 'node:util';
import { getIn, isObject, parsePointer, resolvePointer } from '@animal-store/openapi-tools';
import type { Documents } from '../change.js';
import type { RedoclyChange } from '../redocly-diff.js';

/** Whether the change is inside `not` or `if`: there, wider schemas may mean fewer valid values. */
export function isInCondition({ path, property }: RedoclyChange): boolean {
  const keys = parsePointer(path);
  return keys.some(
    (key, index) =>
      /^(?:not|if)$/.test(key) &&
      keys[index - 1] !== 'properties' &&
      (index < keys.length - 1 || property !== undefined),
  );
}

/** Whether the object was a map, whose values may have had the name of an added property and another schema. */
export function isMapWithOtherValues({ head, path }: RedoclyChange, { base }: Documents): boolean {
  const pointer = (head?.pointer ?? path).replace(/\/properties(?:\/[^/]+)?$/, '');
  const values = getIn(resolvePointer(base, pointer), 'additionalProperties');
  if (!isObject(values) || Object.keys(values).length === 0) return false;
  const added = pointer === head?.pointer.replace(/\/properties$/, '') ? undefined : head?.value;
  return !isDeepStrictEqual(values, added);
}

/** Whether items have a schema besides those of the first positions. */
export function hasItems({ base, head, path }: RedoclyChange, documents: Documents): boolean {
  const pointer = ((head ?? base)?.pointer ?? path).replace(/\/prefixItems$/, '');
  return [documents.base, documents.head].some(
    (document) => getIn(resolvePointer(document, pointer), 'items') !== undefined,
  );
}
