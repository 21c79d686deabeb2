// Descriptions of changed values and of their location in the contract.
import { createHash } from 'node:crypto';
import { followReference, getIn, isMethod, parsePointer } from '@animal-store/openapi-tools';

/** @param of ` of \`name\``, or nothing. */
export function describeValueChange(name: string, was: unknown, is: unknown, of = ''): string {
  if (was === undefined) return `\`${name}\`${of} added: ${formatValue(is)}.`;
  if (is === undefined) return `\`${name}\`${of} removed; it was ${formatValue(was)}.`;
  return `\`${name}\`${of} changed from ${formatValue(was)} to ${formatValue(is)}.`;
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
