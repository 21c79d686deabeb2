// Deprecatable parts: the operations, parameters and properties that two contracts both have. They are paired by what they
// are for a client, so that a schema that was moved or renamed keeps its history.
import {
  entriesOf,
  formatPointer,
  getIn,
  isObject,
  type JsonObject,
  parsePointer,
  percentDecode,
  resolvePointer,
} from '@animal-store/openapi-tools';
import { operationsOf } from './operations.js';

/** A value in a contract. */
export interface Part {
  pointer: string;
  node: JsonObject;
}

export interface PartPair {
  base: Part;
  head: Part;
}

/** Each pair once, even if several operations share it. */
export function pairParts(base: JsonObject, head: JsonObject): PartPair[] {
  const found = new Map<string, PartPair>();
  const add = (before: Part, after: Part) =>
    found.set(`${before.pointer} ${after.pointer}`, { base: before, head: after });
  const seen = new Set<string>();
  const pairSchemas = (before: Part, after: Part): void => {
    const [one, other] = [resolvePart(base, before), resolvePart(head, after)];
    const key = `${one.pointer} ${other.pointer}`;
    if (seen.has(key)) return;
    seen.add(key);
    const later = childrenOf(head, other);
    for (const [name, child] of childrenOf(base, one)) {
      const match = later.get(name);
      if (match === undefined) continue;
      if (name.startsWith('properties ')) add(child, match);
      pairSchemas(child, match);
    }
  };

  const heads = new Map(operationsOf(head).map((part) => [identityOf(part.pointer), part]));
  for (const before of operationsOf(base)) {
    const after = heads.get(identityOf(before.pointer));
    if (after === undefined) continue;
    add(before, after);
    const parameters = parametersOf(head, after.pointer);
    for (const [name, parameter] of parametersOf(base, before.pointer)) {
      const match = parameters.get(name);
      if (match !== undefined) add(parameter, match);
    }
    const messages = messagesOf(head, after);
    for (const [name, schema] of messagesOf(base, before)) {
      const match = messages.get(name);
      if (match !== undefined) pairSchemas(schema, match);
    }
  }
  return [...found.values()];
}

/** The target of a reference, or the part itself if it is none. */
export function resolvePart(document: JsonObject, part: Part): Part {
  const followed = new Set<string>();
  let found = part;
  for (;;) {
    const { $ref } = found.node;
    if (typeof $ref !== 'string' || followed.has($ref)) return found;
    followed.add($ref);
    const pointer = percentDecode($ref);
    const node = resolvePointer(document, pointer);
    if (!isObject(node)) return found;
    found = { pointer, node };
  }
}

function partAt(document: JsonObject, pointer: string): Part | undefined {
  const node = resolvePointer(document, pointer);
  return isObject(node) ? resolvePart(document, { pointer, node }) : undefined;
}

/** Method and path, whatever the names of the path's parameters. */
function identityOf(operationPointer: string): string {
  return operationPointer.replaceAll(/\{[^}]*\}/g, '{}');
}

/** By place and name, with those of the path. */
function parametersOf(document: JsonObject, operationPointer: string): Map<string, Part> {
  const [, path = ''] = parsePointer(operationPointer);
  const lists = [formatPointer('paths', path), operationPointer].flatMap((owner) => {
    const list = resolvePointer(document, `${owner}/parameters`);
    return Array.isArray(list) ? list.map((_, index) => `${owner}/parameters/${index}`) : [];
  });
  const entries = lists.flatMap((pointer): [string, Part][] => {
    const part = partAt(document, pointer);
    return part === undefined ? [] : [[`${part.node.in} ${nameOf(part.node)}`, part]];
  });
  return new Map(entries);
}

/** Header names are case-insensitive. */
function nameOf({ in: place, name }: JsonObject): string {
  return place === 'header' ? String(name).toLowerCase() : String(name);
}

/** The schemas of the request body, and of each response by its status. */
function messagesOf(document: JsonObject, { pointer, node }: Part): Map<string, Part> {
  const statuses = entriesOf(node.responses).map(([status]) => ['responses', status]);
  const entries = [['requestBody'], ...statuses].flatMap((keys) => {
    const message = partAt(document, [pointer, ...keys.map(escapeKey)].join('/'));
    return entriesOf(message?.node.content).flatMap(([type, media]): [string, Part][] => {
      const schema = getIn(media, 'schema');
      if (message === undefined || !isObject(schema)) return [];
      const at = `${message.pointer}/content/${escapeKey(type)}/schema`;
      return [[[...keys, type].join(' '), { pointer: at, node: schema }]];
    });
  });
  return new Map(entries);
}

const MAPS = ['properties', 'patternProperties'];
const SCHEMAS = ['items', 'additionalProperties'];
const LISTS = ['prefixItems', 'oneOf', 'anyOf'];

/** The schemas inside a schema and its `allOf`, by `keyword name`. Branches that are references have their target as name. */
function childrenOf(document: JsonObject, schema: Part): Map<string, Part> {
  const found = new Map<string, Part>();
  const seen = new Set<string>();
  const add = (name: string, pointer: string, node: unknown) => {
    if (!isObject(node)) return;
    const isBetter = found.get(name)?.node.deprecated !== true && node.deprecated === true;
    if (isBetter || !found.has(name)) found.set(name, { pointer, node });
  };
  const visit = (part: Part): void => {
    const { pointer, node } = resolvePart(document, part);
    if (seen.has(pointer)) return;
    seen.add(pointer);
    for (const keyword of MAPS)
      for (const [name, inner] of entriesOf(node[keyword]))
        add(`${keyword} ${name}`, `${pointer}/${keyword}/${escapeKey(name)}`, inner);
    for (const keyword of SCHEMAS) add(keyword, `${pointer}/${keyword}`, node[keyword]);
    for (const keyword of LISTS)
      for (const [index, inner] of listOf(node[keyword]).entries())
        add(`${keyword} ${getIn(inner, '$ref') ?? index}`, `${pointer}/${keyword}/${index}`, inner);
    for (const [index, inner] of listOf(node.allOf).entries())
      if (isObject(inner)) visit({ pointer: `${pointer}/allOf/${index}`, node: inner });
  };
  visit(schema);
  return found;
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function escapeKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
