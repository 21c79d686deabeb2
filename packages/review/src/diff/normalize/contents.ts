// Contents of the canonical form: what stands in an operation or in a component. What references lead to is not entered.
import { findReferences, formatPointer, joinPointer } from '@animal-store/spec';
import {
  type Body,
  type Carrier,
  type Contract,
  type Edge,
  innerOf,
  type Operation,
  type Pointer,
  type Reply,
  type Use,
} from '@animal-store/spec/model';
import { isReference } from './keywords.js';

/** An operation, a message, a parameter, a header, a media type, a schema, or a reference to one. */
export interface Content {
  /** In the canonical form. */
  pointer: Pointer;
  /** Where it was written, and where that is expected: below what is around it. */
  at: Pointer;
  expected: Pointer;
  /** What it refers to. */
  targets: readonly Pointer[];
  /** Of a schema that stands here. */
  edge?: Edge;
}

type Contents = Generator<Content>;
type Inside<T> = (value: T, pointer: Pointer, expected: Pointer) => Contents;

/** By the pointer of each operation and of each component. */
export function readContents(contract: Contract): ReadonlyMap<Pointer, readonly Content[]> {
  const { operations, schemas, parameters, headers, replies, bodies } = contract;
  const group = <T extends { at: Pointer }>(
    kind: string,
    values: ReadonlyMap<string, T>,
    inside: Inside<T>,
  ) =>
    Array.from(values, ([name, value]) => {
      const pointer = formatPointer('components', kind, name);
      const own = kind === 'schemas' ? pointer : value.at;
      return [pointer, [...inside(value, own, own)]] as const;
    });
  return new Map([
    ...operations.map((one) => [one.at, [...inOperation(one)]] as const),
    ...group('schemas', schemas, inSchema),
    ...group('parameters', parameters, inCarrier),
    ...group('headers', headers, inCarrier),
    ...group('requestBodies', bodies, inMessage),
    ...group('responses', replies, inMessage),
  ]);
}

function* inOperation({ at, parameters, body, replies, extensions }: Operation): Contents {
  yield { pointer: at, at, expected: at, targets: referencesIn(extensions) };
  for (const one of parameters) yield* inUse('parameters', one, inCarrier);
  if (body) yield* inUse('requestBodies', body, inMessage);
  for (const one of replies.values()) yield* inUse('responses', one, inMessage);
}

function* inUse<T>(
  kind: string,
  { at, component, value }: Use<T>,
  inside: Inside<T>,
  pointer = at,
  expected = at,
): Contents {
  if (component === undefined) yield* inside(value, pointer, expected);
  else yield { pointer, at, expected, targets: [formatPointer('components', kind, component)] };
}

function* inMessage(message: Body | Reply, pointer: Pointer, expected: Pointer): Contents {
  const { at, content, extensions } = message;
  yield { pointer, at, expected, targets: referencesIn(extensions) };
  const below = (...keys: string[]) =>
    [joinPointer(pointer, ...keys), joinPointer(at, ...keys)] as const;
  if ('headers' in message)
    for (const [name, one] of message.headers)
      yield* inUse('headers', one, inCarrier, ...below('headers', name));
  for (const [name, media] of content) yield* inCarrier(media, ...below('content', name));
}

function* inCarrier(carrier: Carrier, pointer: Pointer, expected: Pointer): Contents {
  const { at, schema, examples, extensions } = carrier;
  const named = examples.flatMap(({ component }) =>
    component === undefined ? [] : formatPointer('components', 'examples', component),
  );
  yield { pointer, at, expected, targets: [...named, ...referencesIn(extensions)] };
  if (schema) yield* inSchema(schema, joinPointer(pointer, 'schema'), joinPointer(at, 'schema'));
}

export function* inSchema(edge: Edge, pointer: Pointer, expected: Pointer): Contents {
  if (isReference(edge)) return yield { pointer, at: edge.at, expected, targets: [edge.target] };
  const { at, others, notes } = edge.schema;
  yield { pointer, at, expected, targets: referencesIn([others, notes.extensions]), edge };
  for (const { kind, key, edge: inner } of innerOf(edge.schema)) {
    const keys = [kind === 'reference' ? '$ref' : kind, key ?? []].flat();
    yield* inSchema(inner, joinPointer(pointer, ...keys), joinPointer(at, ...keys));
  }
}

/** Of what the contract keeps as it stands. */
export function referencesIn(value: unknown): Pointer[] {
  return findReferences(value).map(({ target }) => target);
}
