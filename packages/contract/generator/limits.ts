// Limits of the contract in words, for the comments of generated types: `1 to 100, 20 by default.`

import { isObject } from '@animal-store/core';
import type { ContractDocument } from '../src/document.js';
import { resolve } from '../src/resolve.js';

type Node = Readonly<Record<string, unknown>>;

const RANGES = [
  ['minimum', 'maximum', ''],
  ['minLength', 'maxLength', 'character'],
  ['minItems', 'maxItems', 'item'],
  ['minProperties', 'maxProperties', 'property'],
] as const;
const OTHERS = [
  ['exclusiveMinimum', 'more than '],
  ['exclusiveMaximum', 'less than '],
  ['multipleOf', 'a multiple of '],
] as const;

/** A parameter or a property with the limits of its schema, as a line of its description. That is the schema's by default. */
export function withLimits<T>(node: T, schema: unknown, document: ContractDocument): T {
  if (!isObject(node) || !isObject(schema)) return node;
  const { description = schema.description ?? resolve<Node>(schema, document).description } = node;
  const limits = [...new Set(limitsOf(schema, document, []))].join(', ');
  const sentence = limits && `${limits.charAt(0).toUpperCase()}${limits.slice(1)}.`;
  const lines = [String(description ?? '').trim(), sentence].filter(Boolean);
  return lines.length > 0 ? { ...node, description: lines.join('\n') } : node;
}

/** @param parents Schemas that this one is a part of. */
function limitsOf(schema: unknown, document: ContractDocument, parents: readonly Node[]): string[] {
  if (!isObject(schema) || parents.includes(schema)) return [];
  const read = (part: unknown) => limitsOf(part, document, [...parents, schema]);
  const branches = [schema.oneOf, schema.anyOf]
    .flatMap(listOf)
    .filter((one) => one.type !== 'null');
  const parts = [
    ...('$ref' in schema ? [resolve<Node>(schema, document)] : []),
    ...listOf(schema.allOf),
    ...(branches.length === 1 ? branches : []),
  ];
  const each = read(schema.items).map((text, index) => (index === 0 ? `each ${text}` : text));
  const initial = 'default' in schema ? [`${JSON.stringify(schema.default)} by default`] : [];
  return [...ownLimits(schema), ...each, ...parts.flatMap(read), ...initial];
}

function ownLimits(schema: Node): string[] {
  const { pattern, uniqueItems } = schema;
  return [
    ...RANGES.flatMap(([min, max, unit]) => rangeOf(schema[min], schema[max], unit)),
    ...OTHERS.flatMap(([name, words]) => (name in schema ? `${words}${schema[name]}` : [])),
    ...(uniqueItems === true ? ['none twice'] : []),
    ...(pattern === undefined ? [] : [`pattern \`${pattern}\``]),
  ];
}

function rangeOf(min: unknown, max: unknown, unit: string): string[] {
  if (min === undefined && max === undefined) return [];
  const last = max ?? min;
  const units = last === 1 ? unit : `${unit}s`.replace(/ys$/, 'ies');
  const most = unit ? `${last} ${units}` : `${last}`;
  if (min === max) return [`exactly ${most}`];
  if (min === undefined) return [`at most ${most}`];
  return [max === undefined ? `at least ${most}` : `${min} to ${most}`];
}

function listOf(value: unknown): Node[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
