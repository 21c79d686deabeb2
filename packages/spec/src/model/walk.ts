// Walker: the only code that knows where schemas stand inside a schema, and where an operation has them.
import type { Carrier, Edge, Operation, Schema } from './contract.js';

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

/** A part of a message that carries values: a parameter, a header or a body. */
export interface Part {
  direction: Direction;
  /** Of replies. */
  status: string | undefined;
  in: 'query' | 'path' | 'header' | 'cookie' | 'body';
  /** Of a parameter or a header; the media type of a body. */
  name: string;
  isRequired: boolean;
  carrier: Carrier;
}

/** The parts of all messages of an operation, requests first. */
export function* partsOfMessages({ parameters, body, replies }: Operation): Generator<Part> {
  const request = { direction: 'request', status: undefined } as const;
  for (const { value } of parameters)
    yield {
      ...request,
      in: value.in,
      name: value.name,
      isRequired: value.isRequired,
      carrier: value,
    };
  for (const [name, carrier] of body?.value.content ?? [])
    yield { ...request, in: 'body', name, isRequired: body?.value.isRequired === true, carrier };
  for (const [status, { value }] of replies) {
    const reply = { direction: 'reply', status } as const;
    for (const [name, { value: header }] of value.headers)
      yield { ...reply, in: 'header', name, isRequired: header.isRequired, carrier: header };
    for (const [name, carrier] of value.content)
      yield { ...reply, in: 'body', name, isRequired: true, carrier };
  }
}
