// Schema nodes: a schema with its references followed and the parts of its `allOf` put together.
import {
  type ContractDocument,
  type OperationSpec,
  type Reference,
  resolve,
  unescapeToken,
} from '@animal-store/contract';

export type Keywords = Readonly<Record<string, unknown>>;

/** Schemas that a property must satisfy, all of them. It is in several if parts of an `allOf` have the same property. */
export type PropertyEntry = readonly { schema: unknown; pointer: string }[];

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
  isExampleShown: boolean;
}

export function follow(document: ContractDocument, entries: PropertyEntry): Node {
  const [first, ...others] = entries.map((entry) => followOne(document, entry));
  if (first === undefined) throw new Error('a schema has no entry');
  return others.reduce(combine, first);
}

export function isObject(value: unknown): value is Keywords {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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
      Object.entries(isObject(properties) ? properties : {}).map(([name, property]) => [
        name,
        [{ schema: property, pointer: `${targetPointer}/properties/${escapeToken(name)}` }],
      ]),
    ),
    required: new Set(Array.isArray(required) ? required.map(String) : []),
    name: isReference(own) ? unescapeToken(own.$ref.split('/').at(-1) ?? '') : undefined,
    pointer: targetPointer,
    pointers: targetPointer === pointer ? [pointer] : [pointer, targetPointer],
    isExampleShown: 'example' in keywords || Array.isArray(keywords.examples),
  };
  const parts: readonly unknown[] = Array.isArray(allOf) ? allOf : [];
  return parts
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
    isExampleShown: node.isExampleShown || part.isExampleShown,
  };
}

function isReference(schema: Keywords): schema is Reference {
  return typeof schema.$ref === 'string';
}

/** Source: RFC 6901, 4. */
export function escapeToken(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

export function pointerOf({ path, method }: OperationSpec): string {
  return `#/paths/${escapeToken(path)}/${method}`;
}
