// Operations of a contract, and which of them use a part of it.
import { findReferences, formatPointer, isPointerWithin } from '@animal-store/spec';
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
import { memoize } from '../memoize.js';
import { isReference } from './normalize/keywords.js';

/** The identifier, or what stands for it in old contracts. */
export function idOf({ id, method, path }: Operation): string {
  return id ?? `${method.toUpperCase()} ${path}`;
}

/** The path, whatever the names of its parameters. */
export function identityOf(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}');
}

/** The operations that contain what stands at `target`, or refer to it through references. */
export function operationsUsing(contract: Contract, target: Pointer): Operation[] {
  const found = [...usersOf(contract)].flatMap(([pointer, users]) =>
    isPointerWithin(target, pointer) || isPointerWithin(pointer, target) ? [users] : [],
  );
  return contract.operations.filter((operation) => found.some((users) => users.has(operation)));
}

/** For each pointer, the operations that contain it, or that lead to it through references. */
const usersOf = memoize((contract: Contract) => {
  const users = new Map<Pointer, Set<Operation>>();
  const references = componentReferences(contract);
  for (const operation of contract.operations) {
    const reached = new Set([operation.at, ...inOperation(operation)]);
    for (const at of reached) {
      users.set(at, (users.get(at) ?? new Set()).add(operation));
      for (const target of references.get(at) ?? []) reached.add(target); // grows during the iteration
    }
  }
  return users;
});

/** By the pointer of a component, the pointers that it refers to. */
function componentReferences(contract: Contract): ReadonlyMap<Pointer, readonly Pointer[]> {
  const { schemas, parameters, headers, replies, bodies } = contract;
  const group = <T>(
    kind: string,
    values: ReadonlyMap<string, T>,
    read: (value: T) => Iterable<Pointer>,
  ) =>
    Array.from(values, ([name, value]): [Pointer, Pointer[]] => [
      formatPointer('components', kind, name),
      [...read(value)],
    ]);
  return new Map([
    ...group('schemas', schemas, referencesIn),
    ...group('parameters', parameters, inCarrier),
    ...group('headers', headers, inCarrier),
    ...group('responses', replies, inMessage),
    ...group('requestBodies', bodies, inMessage),
  ]);
}

function* inOperation({ parameters, body, replies, extensions }: Operation): Iterable<Pointer> {
  for (const one of parameters) yield* inUse('parameters', one, inCarrier);
  if (body) yield* inUse('requestBodies', body, inMessage);
  for (const one of replies.values()) yield* inUse('responses', one, inMessage);
  yield* inPlainValue(extensions);
}

function* inUse<T>(
  kind: string,
  { component, value }: Use<T>,
  read: (value: T) => Iterable<Pointer>,
): Iterable<Pointer> {
  if (component === undefined) yield* read(value);
  else yield formatPointer('components', kind, component);
}

function* inMessage(message: Body | Reply): Iterable<Pointer> {
  if ('headers' in message)
    for (const one of message.headers.values()) yield* inUse('headers', one, inCarrier);
  for (const media of message.content.values()) yield* inCarrier(media);
  yield* inPlainValue(message.extensions);
}

function* inCarrier({ schema, examples, extensions }: Carrier): Iterable<Pointer> {
  if (schema) yield* referencesIn(schema);
  for (const { component } of examples)
    if (component !== undefined) yield formatPointer('components', 'examples', component);
  yield* inPlainValue(extensions);
}

/** The pointers in a canonical schema. What they lead to is not searched. */
export function* referencesIn(edge: Edge): Iterable<Pointer> {
  if (isReference(edge)) return yield edge.target;
  const { schema } = edge;
  for (const inner of innerOf(schema)) yield* referencesIn(inner.edge);
  yield* inPlainValue(schema.others);
  yield* inPlainValue(schema.notes.extensions);
}

/** Of what the contract keeps as it stands. */
export function inPlainValue(value: unknown): Pointer[] {
  return findReferences(value).map(({ target }) => target);
}
