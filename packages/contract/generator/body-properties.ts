// Names of the properties that a request body can have.
import type { ContractDocument, Reference, Schema } from '../src/document.js';
import { resolve } from '../src/resolve.js';

interface BodySchema extends Schema {
  properties?: Readonly<Record<string, BodySchema | Reference | boolean>>;
  readOnly?: boolean;
  allOf?: readonly (BodySchema | Reference)[];
  anyOf?: readonly (BodySchema | Reference)[];
  oneOf?: readonly (BodySchema | Reference)[];
  additionalProperties?: unknown;
}

/** With these keywords, the names do not follow from `properties`. */
const OPEN_KEYWORDS = ['patternProperties', 'dependentSchemas', 'if'];

/**
 * The names in all alternatives of the schema, without read-only ones, which are not sent. Undefined if a body can be
 * something other than an object, or can have other names.
 */
export function bodyProperties(
  schema: Schema | Reference,
  document: ContractDocument,
): string[] | undefined {
  const names = new Set<string>();
  return isObject(schema) && collect(schema) ? [...names] : undefined;

  function isObject(entry: Schema | Reference, seen: readonly unknown[] = []): boolean {
    const node = resolve<BodySchema>(entry, document);
    if (seen.includes(node)) return false;
    const path = [...seen, node];
    const { type, allOf = [], oneOf, anyOf } = node;
    if (type !== undefined) return type === 'object';
    const branches = oneOf ?? anyOf;
    return (
      node.properties !== undefined ||
      allOf.some((part) => isObject(part, path)) ||
      (branches?.every((branch) => isObject(branch, path)) ?? false)
    );
  }

  /** Adds the names; false if there can be others. */
  function collect(entry: Schema | Reference, seen: readonly unknown[] = []): boolean {
    const node = resolve<BodySchema>(entry, document);
    if (seen.includes(node)) return true;
    const { type, properties, allOf = [], oneOf = [], anyOf = [], additionalProperties } = node;
    for (const [name, property] of Object.entries(properties ?? {}))
      if (!isReadOnly(property)) names.add(name);
    const parts = [...allOf, ...oneOf, ...anyOf];
    const isAnyObject = type === 'object' && properties === undefined && parts.length === 0;
    return (
      (additionalProperties === false || (additionalProperties === undefined && !isAnyObject)) &&
      !OPEN_KEYWORDS.some((keyword) => keyword in node) &&
      parts.every((part) => collect(part, [...seen, node]))
    );
  }

  /** By a keyword beside a reference, in its target, or in a part of `allOf`. */
  function isReadOnly(property: BodySchema | Reference | boolean): boolean {
    if (typeof property === 'boolean') return false;
    const node = resolve<BodySchema>(property, document);
    return (
      [property, node].some(({ readOnly }) => readOnly === true) ||
      (node.allOf ?? []).some(isReadOnly)
    );
  }
}
