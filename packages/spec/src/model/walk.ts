// Walker: the only code that knows where schemas stand inside a schema that is served, and where an operation has them.
import type { Carrier, Operation } from './contract.js';
import type { Edge, Schema } from './schema.js';

/** A place inside a schema. */
export interface Inner {
  kind: 'reference' | 'allOf' | 'oneOf' | 'anyOf' | 'items' | 'additionalProperties' | 'properties';
  /** Of a property, its name; of a part or a branch, its index. */
  key: string | undefined;
  edge: Edge;
}

/** The places directly inside a schema. */
export function innerOf(schema: Schema): Inner[] {
  const { reference, items, additional, properties = new Map<string, Edge>() } = schema;
  const one = (kind: Inner['kind'], edge: Edge | undefined): Inner[] =>
    edge === undefined ? [] : [{ kind, key: undefined, edge }];
  const list = (kind: Inner['kind'], edges: readonly Edge[] = []): Inner[] =>
    edges.map((edge, index) => ({ kind, key: `${index}`, edge }));
  return [
    ...one('reference', reference),
    ...list('allOf', schema.allOf),
    ...list('anyOf', schema.anyOf?.branches),
    ...list('oneOf', schema.oneOf?.branches),
    ...one('items', items),
    ...one('additionalProperties', additional),
    ...Array.from(properties, ([key, edge]) => ({ kind: 'properties' as const, key, edge })),
  ];
}

/** The schema with other places inside. */
export function mapInner(
  schema: Schema,
  change: (edge: Edge, kind: Inner['kind']) => Edge,
): Schema {
  const { reference, allOf, anyOf, oneOf, items, additional, properties } = schema;
  const all = (kind: Inner['kind'], edges: readonly Edge[]) =>
    edges.map((edge) => change(edge, kind));
  return {
    ...schema,
    reference: reference && change(reference, 'reference'),
    allOf: all('allOf', allOf),
    anyOf: anyOf && { branches: all('anyOf', anyOf.branches) },
    oneOf: oneOf && { branches: all('oneOf', oneOf.branches) },
    items: items && change(items, 'items'),
    additional: additional && change(additional, 'additionalProperties'),
    properties:
      properties &&
      new Map(Array.from(properties, ([name, edge]) => [name, change(edge, 'properties')])),
  };
}

/** Every place within a schema, at any depth, the first one itself. Each schema is entered once. */
export function* placesWithin(
  edge: Edge,
  isEntered: (inner: Inner) => boolean = () => true,
  seen = new Set<Schema>(),
): Generator<Edge> {
  yield edge;
  if (seen.has(edge.schema)) return;
  seen.add(edge.schema);
  for (const inner of innerOf(edge.schema))
    if (isEntered(inner)) yield* placesWithin(inner.edge, isEntered, seen);
}

export type Direction = 'request' | 'reply';

/** The parameters, headers and bodies of all messages of an operation, requests first. */
export function* carriersOf({
  parameters,
  body,
  replies,
}: Operation): Generator<{ direction: Direction; carrier: Carrier }> {
  for (const { value: carrier } of parameters) yield { direction: 'request', carrier };
  for (const carrier of body?.value.content.values() ?? []) yield { direction: 'request', carrier };
  for (const { value } of replies.values()) {
    for (const { value: carrier } of value.headers.values()) yield { direction: 'reply', carrier };
    for (const carrier of value.content.values()) yield { direction: 'reply', carrier };
  }
}
