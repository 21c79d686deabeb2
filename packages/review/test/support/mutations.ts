// Random edits of schemas: bounds, enums, types, properties, compositions, and rewrites that mean the same.
import { isObject, type JsonObject } from '@animal-store/spec';
import type { Random } from './random.js';

/** A schema with one edit at a random place in it. */
export function mutate(schema: JsonObject, random: Random): JsonObject {
  const copy = structuredClone(schema);
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const { node, replace } = random.pick(nodesOf(copy));
    const edited = random.pick(MUTATORS)(structuredClone(node), random);
    if (edited !== undefined) return replace(edited) ?? copy;
  }
  return copy;
}

interface Node {
  node: JsonObject;
  /** Puts another schema in its place. Returns the whole schema if it is the outermost. */
  replace(schema: JsonObject): JsonObject | undefined;
}

function nodesOf(schema: JsonObject): Node[] {
  const nodes: Node[] = [{ node: schema, replace: (other) => other }];
  const visit = (parent: JsonObject | unknown[], key: string | number) => {
    const node: unknown = Array.isArray(parent) ? parent[Number(key)] : parent[key];
    if (!isObject(node)) return;
    const replace = (other: JsonObject) => {
      if (Array.isArray(parent)) parent[Number(key)] = other;
      else parent[key] = other;
      return undefined;
    };
    nodes.push({ node, replace });
    inner(node);
  };
  const inner = (node: JsonObject) => {
    for (const key of ['items', 'additionalProperties']) visit(node, key);
    const map = node.properties;
    if (isObject(map)) for (const name of Object.keys(map)) visit(map, name);
    for (const key of ['allOf', 'anyOf', 'oneOf']) {
      const list: unknown = node[key];
      if (Array.isArray(list)) for (const index of list.keys()) visit(list, index);
    }
  };
  inner(schema);
  return nodes;
}

type Mutator = (schema: JsonObject, random: Random) => JsonObject | undefined;

const BOUNDS: Record<string, string[]> = {
  integer: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  string: ['minLength', 'maxLength'],
  array: ['minItems', 'maxItems'],
  object: ['minProperties', 'maxProperties'],
};
const FORMATS = ['date', 'date-time', 'uuid', 'email', 'ipv4', 'byte'];
const PATTERNS = ['^[a-z]+$', '^[a-y]+$', '^[A-Za-z]+$', '^a', '^[abc]*$', '^[a-c]*$'];
const TYPES = ['string', 'integer', 'number', 'boolean', 'null', 'array', 'object'];

const SCALARS: JsonObject[] = [
  { type: 'string' },
  { type: 'integer', minimum: 1, maximum: 9 },
  { type: 'boolean' },
  { type: ['string', 'null'] },
  { enum: ['x', 'y', 1, null] },
  { const: 'x' },
];

const typesOf = ({ type }: JsonObject): string[] =>
  type === undefined ? [] : [type].flat().map(String);
const namesOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const has = (schema: JsonObject, type: string) => typesOf(schema).includes(type);

/** A bound that is added, removed, raised or lowered. */
const bound: Mutator = (schema, random) => {
  const keywords = typesOf(schema).flatMap((type) => BOUNDS[type] ?? []);
  if (keywords.length === 0) return undefined;
  const keyword = random.pick(keywords);
  const { [keyword]: was, ...rest } = schema;
  if (was !== undefined && random.isOneIn(3)) return rest;
  const isCount = /Length|Items|Properties/.test(keyword);
  const start = typeof was === 'number' ? was : keyword.startsWith('m') && isCount ? 1 : 5;
  const value = start + random.pick([-2, -1, 0, 1, 2, 0.5]);
  if (keyword === 'multipleOf') return { ...schema, multipleOf: random.pick([1, 2, 3, 4, 6]) };
  return { ...schema, [keyword]: isCount ? Math.max(0, Math.round(value)) : value };
};

const enumeration: Mutator = (schema, random) => {
  const values: unknown[] = Array.isArray(schema.enum) ? [...schema.enum] : [];
  const { enum: _enum, const: constant, ...rest } = schema;
  if (constant !== undefined)
    return random.pick([
      { ...rest, enum: [constant] },
      { ...rest, enum: [constant, 'z'] },
      rest,
      { ...rest, const: 'z' },
    ]);
  if (values.length === 0)
    return has(schema, 'string')
      ? random.pick([
          { ...schema, enum: ['a', 'b'] },
          { ...schema, const: 'a' },
        ])
      : undefined;
  return random.pick([
    { ...schema, enum: [...values, random.pick(['z', 7, null])] },
    values.length > 1 ? { ...schema, enum: values.slice(1) } : { ...rest, const: values[0] },
    { ...schema, enum: values.toReversed() },
    rest,
    { ...rest, anyOf: values.map((value) => ({ const: value })) },
    { ...rest, oneOf: [{ enum: values }] },
  ]);
};

const types: Mutator = (schema, random) => {
  const all = typesOf(schema);
  if (all.length === 0)
    return '$ref' in schema ? undefined : { ...schema, type: random.pick(TYPES) };
  const { type: _, ...rest } = schema;
  return random.pick([
    { ...rest, type: [...new Set([...all, 'null'])] },
    { ...rest, type: [...new Set([...all, random.pick(TYPES)])] },
    all.length > 1 ? { ...rest, type: all.slice(1) } : rest,
    all.includes('integer')
      ? { ...rest, type: all.map((type) => (type === 'integer' ? 'number' : type)) }
      : { ...rest, type: all.toReversed() },
  ]);
};

const properties: Mutator = (schema, random) => {
  if (!has(schema, 'object') && schema.properties === undefined) return undefined;
  const own = isObject(schema.properties) ? schema.properties : {};
  const required = namesOf(schema.required);
  const name = random.pick([...Object.keys(own), 'added']);
  const { [name]: _, ...others } = own;
  return random.pick([
    { ...schema, properties: { ...own, [name]: random.pick(SCALARS) } },
    { ...schema, properties: others },
    { ...schema, properties: others, required: required.filter((one) => one !== name) },
    { ...schema, required: [...new Set([...required, name])] },
    { ...schema, required: required.filter((one) => one !== name) },
  ]);
};

const openness: Mutator = (schema, random) => {
  if (!has(schema, 'object')) return undefined;
  const { additionalProperties: _, ...rest } = schema;
  return random.pick([
    rest,
    { ...rest, additionalProperties: false },
    { ...rest, additionalProperties: true },
    { ...rest, additionalProperties: {} },
    { ...rest, additionalProperties: random.pick(SCALARS) },
  ]);
};

const texts: Mutator = (schema, random) => {
  if (!has(schema, 'string')) return undefined;
  const { format: _format, pattern: _pattern, ...rest } = schema;
  return random.pick([
    rest,
    { ...rest, format: random.pick(FORMATS) },
    { ...schema, pattern: random.pick(PATTERNS) },
    { ...schema, pattern: random.pick(PATTERNS), maxLength: 3 },
  ]);
};

const lists: Mutator = (schema, random) => {
  if (!has(schema, 'array')) return undefined;
  const { items: _, ...rest } = schema;
  return random.pick([
    { ...schema, uniqueItems: !schema.uniqueItems },
    { ...schema, items: random.pick(SCALARS) },
    rest,
  ]);
};

const branches: Mutator = (schema, random) => {
  const keyword = ['oneOf', 'anyOf'].find((key) => Array.isArray(schema[key]));
  if (keyword === undefined) return undefined;
  const { [keyword]: value, ...rest } = schema;
  const list: unknown[] = Array.isArray(value) ? value : [];
  return random.pick([
    { ...schema, [keyword]: [...list, random.pick(SCALARS)] },
    { ...schema, [keyword]: list.length > 1 ? list.slice(1) : list },
    { ...schema, [keyword]: list.toReversed() },
    { ...rest, [keyword === 'oneOf' ? 'anyOf' : 'oneOf']: list },
  ]);
};

/** Rewrites, of which most mean the same. */
const rewrite: Mutator = (schema, random) => {
  const { minimum, maximum, ...rest } = schema;
  const [first, ...others] = Object.entries(schema);
  return random.pick([
    { allOf: [schema] },
    { anyOf: [schema] },
    { oneOf: [schema] },
    { allOf: [schema, {}] },
    { anyOf: [schema, { type: 'null' }] },
    { ...schema, description: 'Other words.' },
    { ...schema, minLength: schema.minLength ?? 0, uniqueItems: schema.uniqueItems ?? false },
    typeof maximum === 'number'
      ? { ...rest, ...(minimum !== undefined && { minimum }), exclusiveMaximum: maximum + 1 }
      : schema,
    typeof minimum === 'number'
      ? { ...rest, ...(maximum !== undefined && { maximum }), exclusiveMinimum: minimum - 1 }
      : schema,
    first === undefined
      ? schema
      : { allOf: [Object.fromEntries([first])], ...Object.fromEntries(others) },
    { allOf: [random.pick(SCALARS), schema] },
  ]);
};

const direction: Mutator = (schema, random) => {
  const { readOnly: _readOnly, writeOnly: _writeOnly, ...rest } = schema;
  return random.pick([rest, { ...rest, readOnly: true }, { ...rest, writeOnly: true }]);
};

const MUTATORS: Mutator[] = [
  bound,
  bound,
  enumeration,
  types,
  properties,
  properties,
  openness,
  texts,
  lists,
  branches,
  rewrite,
  rewrite,
  direction,
];
