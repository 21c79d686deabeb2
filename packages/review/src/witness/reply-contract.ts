// Replies of a contract, as a contract whose operations are its responses: a reply is validated as a request that has its
// headers and its body, so the messages are those of the service. What differs in the schemas:
//
//   readOnly, writeOnly   change places: a reply has no write-only properties
//   default               is left out: it does not stand for a property that a reply lacks
//   closed objects        are open for a client: it ignores properties that it does not know
//   oneOf                 is anyOf for a client: such properties do not tell branches apart
import { formatPointer } from '@animal-store/spec';
import {
  type Carrier,
  type Contract,
  type Edge,
  mapInner,
  type Notes,
  type Operation,
  type Reply,
  type Schema,
} from '@animal-store/spec/model';
import { createJudge, type Judge } from '@animal-store/spec/requests';
import { memoize } from '../memoize.js';
import { ServedContract } from './served-contract.js';

/** Whether a client judges replies, or the service makes them. */
type Reader = 'client' | 'service';

/** @param contract as written. */
export function createReplyContract(contract: Contract, reader: Reader): ServedContract {
  const replies = toReplies(contract, reader);
  const judge = createJudge(replies);
  // A client ignores a property that replies do not have, as any that it does not know.
  const ignored = reader === 'client' ? 'is read-only' : undefined;
  const faultsOf: Judge = (operation, reply) => {
    if (reader === 'service' && reply.body !== undefined && operation.body === undefined)
      return [{ in: 'body', path: '', code: 'unknown', message: 'is not declared' }];
    const faults = judge(operation, reply) ?? []; // that it cannot read the reply is no fault
    return faults.filter(({ message }) => message !== ignored);
  };
  return new ServedContract(replies, faultsOf, []);
}

/** The path under which a reply to an operation is judged. @param operation its pointer. */
export function replyPath(operation: string, status: string): string {
  return `/${encodeURIComponent(operation)}/${status}`;
}

function toReplies(contract: Contract, reader: Reader): Contract {
  const edgeOf = readerOf(reader);
  const carrierOf = memoize(
    (carrier: Carrier): Carrier => ({
      ...carrier,
      schema: carrier.schema && edgeOf(carrier.schema),
    }),
  );
  const operations = contract.operations.flatMap((operation) =>
    Array.from(operation.replies, ([key, { value }]) => {
      const status = key === 'default' ? '{status}' : key.replace('XX', '{status}');
      return toOperation(replyPath(operation.at, status), value, carrierOf);
    }),
  );
  const schemas = Array.from(contract.schemas, ([name, edge]) => [name, edgeOf(edge)] as const);
  return {
    ...contract,
    security: [],
    limits: { ...contract.limits, maxBodyBytes: undefined },
    operations,
    schemas: new Map(schemas),
  };
}

function toOperation(
  path: string,
  { headers, content }: Reply,
  carrierOf: (carrier: Carrier) => Carrier,
): Operation {
  const at = formatPointer('paths', path, 'post');
  const media = Array.from(content, ([type, one]) => [type, carrierOf(one)] as const);
  return {
    at,
    id: 'reply',
    method: 'post',
    path,
    tags: [],
    security: undefined,
    servers: undefined,
    stability: undefined,
    deprecation: undefined,
    isTryable: false,
    isIdempotent: false,
    parameters: Array.from(headers, ([name, { at: place, value: header }]) => ({
      at: place,
      value: { ...carrierOf(header), name, in: 'header' as const, isRequired: header.isRequired },
    })),
    body:
      media.length === 0
        ? undefined
        : { at, value: { at, isRequired: true, content: new Map(media), extensions: {} } },
    replies: new Map(),
    extensions: {},
  };
}

/** Schemas may lead back to themselves, so that each is there before its content. */
function readerOf(reader: Reader): (edge: Edge) => Edge {
  const known = new Map<Schema, Schema>();
  const edgeOf = (edge: Edge): Edge => ({
    ...edge,
    schema: schemaOf(edge.schema),
    notes: swapped(edge.notes),
  });
  const schemaOf = (schema: Schema): Schema => {
    const found = known.get(schema);
    if (found !== undefined) return found;
    const { additional, oneOf, anyOf } = schema;
    const isClient = reader === 'client';
    const result = {
      ...schema,
      ...(isClient && additional?.schema.isNever && { additional: undefined }),
      ...(isClient && anyOf === undefined && { oneOf: undefined, anyOf: oneOf }),
      notes: swapped(schema.notes),
    };
    known.set(schema, result);
    return Object.assign(result, mapInner(result, edgeOf));
  };
  return edgeOf;
}

function swapped({ default: _, ...notes }: Notes): Notes {
  return { ...notes, isReadOnly: notes.isWriteOnly, isWriteOnly: notes.isReadOnly };
}
