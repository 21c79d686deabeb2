// Rule: items that must be unique have no 64-bit integers. They are compared after JavaScript has rounded them.
import type { Oas3Rule, UserContext } from '@redocly/openapi-core';
import { entriesOf } from '../../json.js';
import { follow } from './schema-parts.js';

const ONE = ['items', 'additionalProperties'];
const LISTS = ['allOf', 'anyOf', 'oneOf'];
const MAPS = ['properties', 'patternProperties'];

export const uniqueItems: Oas3Rule = () => ({
  Schema(schema, context) {
    if (schema.uniqueItems !== true || !hasInt64(schema.items, context)) return;
    context.report({
      message:
        '`uniqueItems` does not tell large 64-bit integers apart: they are rounded before they are compared. Remove it, and refuse duplicates in the handler.',
      location: context.location.child('uniqueItems').key(),
    });
  },
});

function hasInt64(
  value: unknown,
  context: UserContext,
  file?: string,
  seen = new Set<unknown>(),
): boolean {
  const node = follow(value, context, file);
  if (node === undefined || seen.has(node.schema)) return false;
  seen.add(node.schema);
  const { schema } = node;
  if (schema.format === 'int64') return true;
  const parts = [
    ...ONE.map((key) => schema[key]),
    ...[...LISTS, ...MAPS].flatMap((key) => childrenOf(schema[key])),
  ];
  return parts.some((part) => hasInt64(part, context, node.file, seen));
}

function childrenOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : entriesOf(value).map(([, child]) => child);
}
