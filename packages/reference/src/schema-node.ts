// Schema nodes: a schema with its references followed and the parts of its `allOf` put together.
import {
  type ContractDocument,
  type HeaderObject,
  type MediaTypeObject,
  type Parameter,
  type Reference,
  resolve,
  unescapeToken,
} from '@animal-store/contract';
import { exampleOf } from '@animal-store/contract/examples';
import { pointer as formatPointer, isObject } from '@animal-store/contract/validation';
import type { Part } from './operations.js';

export type Keywords = Readonly<Record<string, unknown>>;

/** Schemas that a property must satisfy, all of them. It is in several if parts of an `allOf` have the same property. */
type PropertyEntry = readonly { schema: unknown; pointer: string }[];

export interface Node {
  /** The schema as it stands in the contract. */
  entry: unknown;
  /** All keywords but the properties, with those beside a reference before those of its target. */
  keywords: Keywords;
  properties: ReadonlyMap<string, PropertyEntry>;
  required: ReadonlySet<string>;
  /** The name of the schema that is referred to. */
  name: string | undefined;
  /** Where its parts are. */
  pointer: string;
  /** Where it is, and what it refers to. */
  pointers: readonly string[];
}

export function follow(document: ContractDocument, entries: PropertyEntry): Node {
  const [first, ...others] = entries.map((entry) => followOne(document, entry));
  if (first === undefined) throw new Error('a schema has no entry');
  return others.reduce(combine, first);
}

/** The schema of a parameter or a header, with the description, the dates and the example that stand beside it. */
export function followDeclared(
  document: ContractDocument,
  { value, pointers }: Part<Parameter | HeaderObject>,
): Node {
  const entry = { schema: value.schema ?? {}, pointer: `${pointers.at(-1)}/schema` };
  const node = follow(document, [entry]);
  const own = Object.entries(value).filter(([key]) => /^description$|deprecated/.test(key));
  const example = exampleOf(value, document);
  return {
    ...node,
    keywords: {
      ...node.keywords,
      ...Object.fromEntries(own),
      ...(example !== undefined && { example }),
    },
    pointers: [...pointers, ...node.pointers],
  };
}

/** The schema of the first media type; undefined if there is no body. */
export function followContent(
  document: ContractDocument,
  { value, pointers }: Part<{ content?: Readonly<Record<string, MediaTypeObject>> }>,
): (Node & { mediaType: string }) | undefined {
  const [entry] = Object.entries(value.content ?? {});
  if (entry === undefined) return undefined;
  const [mediaType, { schema = {} }] = entry;
  const pointer = `${pointers.at(-1)}/content${formatPointer([mediaType])}/schema`;
  return { ...follow(document, [{ schema, pointer }]), mediaType };
}

function followOne(document: ContractDocument, { schema, pointer }: PropertyEntry[number]): Node {
  const own = isObject(schema) ? schema : schema === false ? { not: {} } : {};
  const target = isReference(own) ? resolve<Keywords>(own, document) : own;
  const targetPointer = isReference(own) ? own.$ref : pointer;
  const { $ref, ...siblings } = own;
  const { properties, required, allOf, ...keywords } = { ...target, ...siblings };
  const node: Node = {
    entry: target,
    keywords,
    properties: new Map(
      Object.entries(Object(properties)).map(([name, property]) => [
        name,
        [{ schema: property, pointer: `${targetPointer}/properties${formatPointer([name])}` }],
      ]),
    ),
    required: new Set(Array.isArray(required) ? required.map(String) : []),
    name: isReference(own) ? unescapeToken(own.$ref.split('/').at(-1) ?? '') : undefined,
    pointer: targetPointer,
    pointers: targetPointer === pointer ? [pointer] : [pointer, targetPointer],
  };
  return listOf(allOf)
    .map((part, index) =>
      followOne(document, { schema: part, pointer: `${targetPointer}/allOf/${index}` }),
    )
    .reduce(combine, node);
}

/** What both schemas demand. Keywords of the first one win. */
function combine(node: Node, part: Node): Node {
  const properties = new Map(node.properties);
  for (const [name, entry] of part.properties)
    properties.set(name, [...(properties.get(name) ?? []), ...entry]);
  return {
    ...node,
    keywords: { ...part.keywords, ...node.keywords },
    properties,
    required: new Set([...node.required, ...part.required]),
    name: node.name ?? (node.properties.size === 0 ? part.name : undefined),
    pointers: [...node.pointers, ...part.pointers],
  };
}

function isReference(schema: Keywords): schema is Reference {
  return typeof schema.$ref === 'string';
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
