// Owns the words for a value that came, went or moved, and for the place where it stands.

import { at, keysOf } from '../../contract/generator/json.js';
import { METHODS } from './operations.js';

export function tell(name: string, was: unknown, is: unknown): string {
  if (was === undefined) return `\`${name}\` added: ${show(is)}.`;
  if (is === undefined) return `\`${name}\` removed; it was ${show(was)}.`;
  return `\`${name}\` changed from ${show(was)} to ${show(is)}.`;
}

const LENGTH_SHOWN = 120;

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > LENGTH_SHOWN ? `${text.slice(0, LENGTH_SHOWN - 3)}...` : text;
}

/** `#/paths/~1pets/get/parameters/0/schema` as `GET /pets › limit › schema`. */
export function placeName(path: string, document: unknown): string {
  const keys = keysOf(path);
  const names = keys.flatMap((key, index) => {
    if (keys[index - 1] === 'parameters')
      return parameterName(document, keys.slice(0, index + 1)) ?? key;
    return key === 'parameters' && index < keys.length - 1 && keys[0] === 'paths' ? [] : key;
  });
  const [root, route, method, ...rest] = names;
  if (root !== 'paths' || route === undefined) return names.join(' › ') || 'the document';
  if (method === undefined || !METHODS.includes(method)) return names.slice(1).join(' › ');
  return [`${method.toUpperCase()} ${route}`, ...rest].join(' › ');
}

function parameterName(document: unknown, keys: string[]): string | undefined {
  let entry: unknown = document;
  for (const key of keys) entry = Array.isArray(entry) ? entry[Number(key)] : at(entry, key);
  const reference = at(entry, '$ref');
  const name = at(
    typeof reference === 'string' ? at(document, ...keysOf(reference)) : entry,
    'name',
  );
  return typeof name === 'string' ? name : undefined;
}
