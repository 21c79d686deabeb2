// Descriptions of changed values and of their location in the contract.
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  followReference,
  formatPointer,
  getIn,
  isMethod,
  parsePointer,
} from '@animal-store/openapi-tools';
import type { Change, Documents, Rating } from './change.js';

/** @param of ` of \`name\``, or nothing. */
export function describeValueChange(name: string, was: unknown, is: unknown, of = ''): string {
  if (was === undefined) return `\`${name}\`${of} added: ${formatValue(is)}.`;
  if (is === undefined) return `\`${name}\`${of} removed; it was ${formatValue(was)}.`;
  return `\`${name}\`${of} changed from ${formatValue(was)} to ${formatValue(is)}.`;
}

/** The change of the value at a path of both contracts; none if it is the same. */
export function changeAt(
  { base, head }: Documents,
  keys: string[],
  rate: (was: unknown, is: unknown) => Rating,
): Change[] {
  const [was, is] = [getIn(base, ...keys), getIn(head, ...keys)];
  if (isDeepStrictEqual(was, is)) return [];
  const side = is === undefined ? 'base' : 'head';
  const message = describeValueChange(keys.join('.'), was, is);
  return [{ ...rate(was, is), message, side, pointer: formatPointer(...keys) }];
}

const MAX_VALUE_LENGTH = 120;

export function formatValue(value: unknown): string {
  const text = typeof value === 'string' ? `"${value}"` : String(JSON.stringify(value));
  if (text.length <= MAX_VALUE_LENGTH) return text;
  // The hash tells long values apart, so that an approval of one change is not one of another.
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8);
  return `${text.slice(0, MAX_VALUE_LENGTH)}... (SHA-256 ${hash})`;
}

/** `#/paths/~1pets/get/parameters/0/schema` as `GET /pets › limit › schema`. */
export function formatLocation(path: string, document: unknown): string {
  const keys = parsePointer(path);
  const names = keys.flatMap((key, index) => {
    if (keys[index - 1] === 'parameters') {
      const parameter = getIn(document, ...keys.slice(0, index + 1));
      return String(getIn(followReference(document, parameter), 'name') ?? key);
    }
    return key === 'parameters' && index < keys.length - 1 && keys[0] === 'paths' ? [] : key;
  });
  const [root, route, method, ...rest] = names;
  if (root !== 'paths' || route === undefined) return names.join(' › ') || 'the document';
  if (method === undefined || !isMethod(method)) return names.slice(1).join(' › ');
  return [`${method.toUpperCase()} ${route}`, ...rest].join(' › ');
}
