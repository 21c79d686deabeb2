// Schema nodes: a schema with its references followed and the parts of its `allOf` put together.
import {
  type ContractDocument,
  type HeaderObject,
  type Parameter,
  type ResponseObject,
  resolve,
} from '@animal-store/contract';
import { exampleOf } from '@animal-store/contract/examples';
import { isObject, unescapeToken } from '@animal-store/core/validation';
import type { Part } from './operations.js';

export type Keywords = Readonly<Record<string, unknown>>;

export interface Node {
  /** The schema, or the one that it refers to. */
  entry: unknown;
  /** All keywords but the properties, with those beside a reference before those of its target. */
  keywords: Keywords;
  properties: ReadonlyMap<string, unknown>;
  required: ReadonlySet<string>;
  /** The name of the schema that is referred to. */
  name: string | undefined;
  /** Its objects in the contract: in its place, what it refers to, and the parts of its `allOf`. */
  sources: readonly unknown[];
}

/** The schema of a parameter or a header, with the description, the dates and the example that stand beside it. */
export function followDeclared(
  document: ContractDocument,
  { value, sources }: Part<Parameter | HeaderObject>,
): Node {
  const own = Object.entries(value).filter(([key]) => /^description$|deprecated/.test(key));
  const example = exampleOf(value, document);
  const node = follow(document, {
    ...Object.fromEntries(own),
    ...(example !== undefined && { example }),
    allOf: [value.schema],
  });
  const { entry } = follow(document, value.schema);
  return { ...node, entry, sources: [...sources, ...node.sources] };
}

/** The schema of the first media type; undefined if there is no body. */
export function followContent(
  document: ContractDocument,
  { content = {} }: Pick<ResponseObject, 'content'>,
): (Node & { mediaType: string }) | undefined {
  const [entry] = Object.entries(content);
  if (entry === undefined) return undefined;
  const [mediaType, { schema }] = entry;
  return { ...follow(document, schema), mediaType };
}

/** A property that several parts of an `allOf` have: it must satisfy the schemas of all of them. */
class SharedProperty {
  constructor(readonly allOf: readonly unknown[]) {}
}

export function follow(document: ContractDocument, schema: unknown): Node {
  const own: Keywords = isObject(schema) ? schema : schema === false ? { not: {} } : {};
  const { $ref, ...siblings } = own;
  const target = resolve<Keywords>(own, document);
  const { properties, required, allOf, ...keywords } = { ...target, ...siblings };
  const parts = listOf(allOf).map((part) => follow(document, part));
  const node: Node = {
    entry: (schema instanceof SharedProperty && parts[0]?.entry) || target,
    keywords,
    properties: new Map(Object.entries(Object(properties))),
    required: new Set(listOf(required).map(String)),
    name: typeof $ref === 'string' ? unescapeToken($ref.split('/').at(-1) ?? '') : undefined,
    sources: [schema, target],
  };
  return uniteWithNull(document, parts.reduce(combine, node));
}

/** Of null and one other alternative, the other one, which allows null as well. */
function uniteWithNull(document: ContractDocument, node: Node): Node {
  const { oneOf, anyOf, ...own } = node.keywords;
  const alternatives = listOf(oneOf ?? anyOf);
  if (alternatives.length === 0 || alternatives.length > 2) return node;
  const branches = alternatives.map((schema) => follow(document, schema));
  const [only, ...others] = branches.filter(({ keywords }) => keywords.type !== 'null');
  if (only === undefined || others.length > 0) return node;
  const { readOnly: _, writeOnly: __, ...keywords } = only.keywords; // as the service, which reads them of properties
  const key = 'oneOf' in keywords ? 'oneOf' : 'anyOf';
  const inner = keywords[key];
  const nulls = branches.length > 1 ? ['null'] : [];
  const nullable = Array.isArray(inner)
    ? { [key]: [...inner, ...nulls.map((type) => ({ type }))] }
    : { type: [...typesOf(only), ...nulls] };
  const united = combine({ ...node, keywords: { ...own, ...nullable } }, { ...only, keywords });
  return { ...united, entry: only.entry };
}

/** What both schemas demand. Keywords of the first one win. */
function combine(node: Node, part: Node): Node {
  const properties = new Map(node.properties);
  for (const [name, schema] of part.properties) {
    const known = properties.get(name);
    properties.set(name, known === undefined ? schema : new SharedProperty([known, schema]));
  }
  return {
    ...node,
    keywords: { ...part.keywords, ...node.keywords },
    properties,
    required: new Set([...node.required, ...part.required]),
    name: node.name ?? (node.properties.size === 0 ? part.name : undefined),
    sources: [...node.sources, ...part.sources],
  };
}

/** Without `type`, those of its properties or values. */
export function typesOf({ keywords, properties }: Node): string[] {
  if (keywords.type !== undefined) return [keywords.type].flat().map(String);
  if (properties.size > 0) return ['object'];
  const [value] = 'const' in keywords ? [keywords.const] : listOf(keywords.enum);
  return [value === undefined ? 'any' : typeof value];
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
