// Fields that objects of several kinds have in the document: texts, a deprecation, and the keys that no other field reads.
import type { JsonObject } from '../../json.js';
import type { Deprecation, Extensions } from '../schema.js';

/** The keys of what a contract says of a deprecation beside `deprecated`. */
export const DEPRECATION_KEYS = {
  since: 'x-deprecated-since',
  sunset: 'x-deprecated-sunset',
  successor: 'x-deprecated-successor',
} as const;

/** Of an operation, a parameter, a header or a schema. */
export function readDeprecation(node: JsonObject): Deprecation | undefined {
  const texts = {
    ...deprecationText(node, 'since'),
    ...deprecationText(node, 'sunset'),
    ...deprecationText(node, 'successor'),
  };
  const isDeprecated = node.deprecated === true;
  if (!isDeprecated && Object.keys(texts).length === 0) return undefined;
  return Object.freeze({ isDeprecated, ...texts });
}

function deprecationText<Name extends keyof typeof DEPRECATION_KEYS>(node: JsonObject, name: Name) {
  const value = textOf(node[DEPRECATION_KEYS[name]]);
  return (value === undefined ? {} : { [name]: value }) as { [Key in Name]?: string };
}

/** Those of the keys that have a text. */
export function textsOf<Key extends string>(node: JsonObject, ...keys: Key[]) {
  const found = keys.filter((key) => typeof node[key] === 'string').map((key) => [key, node[key]]);
  return Object.fromEntries(found) as { [K in Key]?: string };
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** What has one of these keys. */
export function only(node: JsonObject, keys: RegExp): Extensions {
  return pick(node, (key) => keys.test(key));
}

/** What has none of these keys. */
export function without(node: JsonObject, ...keys: RegExp[]): Extensions {
  return pick(node, (key) => !keys.some((one) => one.test(key)));
}

function pick(node: JsonObject, isPicked: (key: string) => boolean): Extensions {
  return Object.freeze(Object.fromEntries(Object.entries(node).filter(([key]) => isPicked(key))));
}
