// Schema nodes: a schema, what stands beside the reference to it, and the parts that a value must satisfy as well, put
// together.
import {
  type Body,
  type Carrier,
  contentOf,
  type Edge,
  jsonTypeOf,
  jsonTypesOf,
  NO_NOTES,
  type Notes,
  type Pointer,
  partsOf,
  type Reply,
  type Schema,
  type Union,
  type Use,
  valuesOf,
} from '@animal-store/spec/model';

type Limits = Pick<
  Schema,
  'enum' | 'constant' | 'format' | 'pattern' | 'items' | 'additional' | 'bounds' | 'others'
>;

/** Each field is that of the first part that has it. */
export interface Node extends Limits {
  /** The schema itself or, of null and one other alternative, the other one. Undefined for a header without one. */
  schema: Schema | undefined;
  /** The name of the component, or that of a part which has the properties. */
  name: string | undefined;
  types: readonly string[] | undefined;
  /** By name, with the schemas of all parts that have it. */
  properties: ReadonlyMap<string, readonly Edge[]>;
  required: ReadonlySet<string>;
  union: NodeUnion | undefined;
  notes: Notes;
  /** Of the place, of what it refers to, and of the parts. */
  pointers: readonly Pointer[];
}

interface NodeUnion extends Pick<Union, 'branches'>, Pick<Schema, 'discriminator'> {
  kind: 'oneOf' | 'anyOf';
  /** Whether null is allowed besides the branches. */
  isNullable: boolean;
}

const NOTHING: Node = {
  schema: undefined,
  name: undefined,
  types: undefined,
  enum: undefined,
  constant: undefined,
  format: undefined,
  pattern: undefined,
  items: undefined,
  additional: undefined,
  bounds: {},
  others: {},
  properties: new Map(),
  required: new Set(),
  union: undefined,
  notes: NO_NOTES,
  pointers: [],
};

export function nodeOf({ at, schema, notes, component }: Edge): Node {
  const own: Node = {
    ...schema,
    schema,
    name: component ?? schema.name,
    properties: new Map(Array.from(schema.properties ?? [], ([name, edge]) => [name, [edge]])),
    required: new Set(schema.required),
    union: unionOf(schema),
    notes: combineNotes(notes, schema.notes),
    pointers: [at, schema.at],
  };
  return uniteWithNull(partsOf(schema).map(nodeOf).reduce(combine, own));
}

/** A property that several parts have must satisfy the schemas of all of them. */
export function propertyNode(edges: readonly Edge[]): Node {
  return edges.map(nodeOf).reduce(combine);
}

/** The schema of a parameter or a header, with the description, the dates and the examples that stand beside it. */
export function carrierNode({ at, value }: Use<Carrier>): Node {
  const { description, deprecation, examples } = value;
  const notes: Notes = {
    ...NO_NOTES,
    ...(description !== undefined && { description }),
    deprecation,
    examples: examples.map((example) => example.value),
  };
  const own = { ...NOTHING, notes, pointers: [at, value.at] };
  return value.schema === undefined ? own : combine(own, nodeOf(value.schema));
}

/** The schema of a body; undefined if there is none. */
export function contentNode(message: Body | Reply): (Node & { mediaType: string }) | undefined {
  const { mediaType, media } = contentOf(message) ?? {};
  if (mediaType === undefined || media?.schema === undefined) return undefined;
  return { ...nodeOf(media.schema), mediaType };
}

function unionOf({ oneOf, anyOf, discriminator }: Schema): NodeUnion | undefined {
  const union = oneOf ?? anyOf;
  if (union === undefined) return undefined;
  const kind = oneOf === undefined ? 'anyOf' : 'oneOf';
  const branches = union.branches.filter((branch) => !isNull(branch));
  const isNullable = branches.length < union.branches.length;
  return { kind, branches, isNullable, discriminator };
}

function isNull(edge: Edge): boolean {
  return jsonTypesOf(edge).join() === 'null';
}

/** Of null and one other alternative, the other one, which allows null as well. */
function uniteWithNull({ union, ...own }: Node): Node {
  const [branch, ...others] = union?.branches ?? [];
  if (union === undefined || branch === undefined || others.length > 0) return { ...own, union };
  const only = nodeOf(branch);
  const { isNullable } = union;
  const inner = only.union && { ...only.union, isNullable: isNullable || only.union.isNullable };
  const types = inner ? own.types : [...typesOf(only), ...(isNullable ? ['null'] : [])];
  // `readOnly` and `writeOnly` have an effect on properties, not on alternatives.
  const notes = { ...only.notes, isReadOnly: false, isWriteOnly: false };
  return {
    ...combine({ ...own, union: inner, types }, { ...only, notes }),
    schema: only.schema,
  };
}

/** What both schemas demand. */
function combine(one: Node, other: Node): Node {
  const properties = new Map(one.properties);
  for (const [name, edges] of other.properties)
    properties.set(name, [...(properties.get(name) ?? []), ...edges]);
  return {
    schema: one.schema ?? other.schema,
    name: one.name ?? (one.properties.size === 0 ? other.name : undefined),
    types: one.types ?? other.types,
    enum: one.enum ?? other.enum,
    constant: one.constant ?? other.constant,
    format: one.format ?? other.format,
    pattern: one.pattern ?? other.pattern,
    items: one.items ?? other.items,
    additional: one.additional ?? other.additional,
    bounds: { ...other.bounds, ...one.bounds },
    others: { ...other.others, ...one.others },
    properties,
    required: new Set([...one.required, ...other.required]),
    union: one.union ?? other.union,
    notes: combineNotes(one.notes, other.notes),
    pointers: [...one.pointers, ...other.pointers],
  };
}

function combineNotes(one: Notes, other: Notes): Notes {
  return {
    ...other,
    ...one,
    examples: one.examples.length > 0 ? one.examples : other.examples,
    isReadOnly: one.isReadOnly || other.isReadOnly,
    isWriteOnly: one.isWriteOnly || other.isWriteOnly,
    deprecation: one.deprecation ?? other.deprecation,
    extensions: { ...other.extensions, ...one.extensions },
  };
}

/** Without declared ones, those of its properties or values. */
export function typesOf(node: Node): readonly string[] {
  if (node.types !== undefined) return node.types;
  if (node.properties.size > 0) return ['object'];
  return valuesOf(node)?.map(jsonTypeOf) ?? ['any'];
}
