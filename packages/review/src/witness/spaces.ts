// Spaces of messages: the requests of an operation as clients of the base send them, which the head may refuse, and its replies as
// a service of the head sends them, which clients of the base may not know.
import {
  entriesOf,
  followReference,
  type JsonObject,
  joinPointer,
  resolvePointer,
} from '@animal-store/openapi-tools';
import { describeWire, type Message, toWire, type WireMessage } from './message.js';
import { MessageSource } from './message-source.js';
import { type PlacesIn, replyPlaces, requestPlaces } from './places.js';
import { matchingKey, type ReplyContract } from './reply-contract.js';
import {
  type Answer,
  credentialsFor,
  mediaTypesOf,
  type ServedContract,
  type ServedOperation,
} from './served-contract.js';
import type { Compared, Witness } from './witness.js';

/** The requests of an operation, or its replies with one status, and what the two contracts make of them. */
export interface Space {
  kind: Witness['kind'];
  operation: ServedOperation;
  /** What the messages may contain. */
  base: PlacesIn;
  head: PlacesIn;
  source: MessageSource;
  toWire(message: Message): WireMessage;
  /** The answer of the contract by which the messages are made: of requests the base, of replies the head. */
  accepts(message: WireMessage): Answer;
  /** The answer of the other contract. */
  refuses(message: WireMessage): Answer;
  /** What a witness says of both answers. @param reason why the other contract refuses the message. */
  outcome(accepted: Answer, reason: string): Pick<Witness, 'before' | 'after'> & Partial<Witness>;
}

/** Undefined if the base cannot be served. */
export function requestSpace(
  operation: ServedOperation,
  served: { base: ServedContract; head: ServedContract },
  { base, head }: Compared,
): Space | undefined {
  const { shape, path, pointer, node, method } = operation;
  if (shape === undefined) return undefined;
  const credentials = credentialsFor(node, base.written);
  const [mediaType] = mediaTypesOf(followReference(base.written, node.requestBody));
  return withSource({
    kind: 'request',
    operation,
    base: requestPlaces(base.normalized, pointer),
    head: requestPlaces(head.normalized, pointer),
    toWire(message) {
      const wire = toWire(message, path, shape.parameters, mediaType);
      return { ...wire, headers: { ...credentials, ...wire.headers } };
    },
    accepts: (wire) => served.base.answer(method, wire),
    refuses: (wire) => served.head.answer(method, wire),
    outcome: ({ status }, after) => ({
      before: status === 0 ? 'accepted' : `accepted (${status})`,
      after,
    }),
  });
}

/** One for each response of the head. @param request the space of the requests that they answer. */
export function replySpaces(
  operation: ServedOperation,
  request: Space | undefined,
  { client, service }: { client: ReplyContract; service: ReplyContract },
  { base, head }: Compared,
): Space[] {
  const { pointer } = operation;
  const responses = `${pointer}/responses`;
  const keysIn = (document: JsonObject) =>
    entriesOf(resolvePointer(document, responses)).map(([status]) => status);
  const declared = keysIn(head.normalized);
  return declared.map((key) => {
    const status = concreteStatus(key, declared);
    const response = service.responseFor(pointer, status);
    const parameters = response?.shape?.parameters ?? [];
    const known = matchingKey(status, keysIn(base.normalized)) ?? status;
    return withSource({
      kind: 'reply',
      operation,
      base: replyPlaces(base.normalized, joinPointer(responses, known)),
      head: replyPlaces(head.normalized, joinPointer(responses, key)),
      toWire: (message) => toWire(message, '', parameters, response?.types[0]),
      accepts: (wire) => service.answer(pointer, status, wire),
      refuses: (wire) => client.answer(pointer, status, wire),
      outcome: (_answer, reason) => ({
        path: request ? describeWire(request.toWire(request.source.minimal)).path : operation.path,
        status: Number(status),
        before: `the contract did not allow it: ${reason}`,
        after: 'a valid reply',
      }),
    });
  });
}

/** A status that `2XX` or `default` stands for. */
function concreteStatus(key: string, declared: readonly string[]): string {
  if (/^\d{3}$/.test(key)) return key;
  const first = key === 'default' ? 4 : Number(key[0]);
  const all = Array.from({ length: 100 }, (_, index) => String(first * 100 + index));
  return all.slice(2).find((status) => !declared.includes(status)) ?? key;
}

function withSource(space: Omit<Space, 'source'>): Space {
  const own = space.kind === 'request' ? space.base : space.head;
  const faultsOf = (message: Message) => space.accepts(space.toWire(message)).details;
  return { ...space, source: new MessageSource(own, faultsOf) };
}
