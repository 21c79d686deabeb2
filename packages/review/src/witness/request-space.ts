// Requests of an operation as the base's clients send them: the base accepts them, and the head may refuse them.
import { followReference, isPointerWithin } from '@animal-store/openapi-tools';
import { credentialsFor } from './credentials.js';
import { describeWire, isSendable, type Message, toWire, type WireMessage } from './message.js';
import { MessageSource } from './message-source.js';
import { requestPlaces } from './places.js';
import { mediaTypesOf, type ServedContract, type ServedOperation } from './served-contract.js';
import type { ComparedContracts, Space, Witness } from './witness.js';

/** Undefined if the base cannot be served. */
export function requestSpace(
  operation: ServedOperation,
  served: { base: ServedContract; head: ServedContract },
  { base, head }: ComparedContracts,
): Space | undefined {
  const { spec, pointer, node, method } = operation;
  if (spec === undefined) return undefined;
  const credentials = credentialsFor(node, base.written);
  const [mediaType] = mediaTypesOf(followReference(base.written, node.requestBody));
  const write = (message: Message): WireMessage => {
    const wire = toWire(message, spec, mediaType);
    return { ...wire, headers: { ...credentials, ...wire.headers } };
  };
  const own = requestPlaces(base.normalized, pointer);
  return {
    kind: 'request',
    operation,
    base: own,
    head: served.head.operationAt(pointer) && requestPlaces(head.normalized, pointer),
    source: new MessageSource(own, (message) => served.base.answer(method, write(message)).details),
    toWire: write,
    accepts: (wire) => served.base.answer(method, wire),
    refuses: (wire) => served.head.answer(method, wire),
    witnessOf: (wire, { status }, after) => ({
      kind: 'request',
      method: method.toUpperCase(),
      ...describeWire(wire),
      before: status === 0 ? 'accepted' : `accepted (${status})`,
      after,
    }),
  };
}

/** A request that the head refuses whatever its values are, or for its size. */
export function plainRefusal(
  pointer: string,
  space: Space,
  head: ServedContract,
): Witness | undefined {
  const minimal = space.toWire(space.source.minimal);
  const max = Number(head.document['x-max-body-bytes']);
  const isSized = minimal.body !== undefined && !Number.isNaN(max);
  for (const wire of [minimal, ...(isSized ? [{ ...minimal, minBytes: max + 1 }] : [])]) {
    const { status, isAccepted } = space.refuses(wire);
    const isCause = RELATED_STATUS[status]?.(pointer, space.operation) === true;
    if (isAccepted || !isCause || !isSendable(wire)) continue;
    const answer = space.accepts(wire);
    if (answer.isAccepted) return space.witnessOf(wire, answer, `${status}: ${MESSAGES[status]}`);
  }
  return undefined;
}

/** The request to a path that another operation of the head answers, or none. */
export function takenRequest(
  path: string,
  space: Space,
  head: ServedContract,
): Witness | undefined {
  const wire = { ...space.toWire(space.source.minimal), path };
  const answer = space.accepts(wire);
  if (!isSendable(wire) || !answer.isAccepted) return undefined;
  const { method } = space.operation;
  const taker = head.operations.find((one) => one.path === path && one.method === method);
  const after = taker === undefined ? `405: ${MESSAGES[405]}` : `${taker.id} answers`;
  return space.witnessOf(wire, answer, after);
}

/** For each status but 400, whether a change at the pointer is what refuses the requests of an operation. */
const RELATED_STATUS: Record<number, (pointer: string, operation: ServedOperation) => boolean> = {
  404: (pointer, operation) => isPointerWithin(operation.pointer, pointer),
  405: (pointer, operation) => isPointerWithin(operation.pointer, pointer),
  401: (pointer, { pointer: at }) =>
    pointer === at ||
    ['#/security', '#/components/securitySchemes', `${at}/security`].some((place) =>
      isPointerWithin(pointer, place),
    ),
  413: (pointer) => pointer === '#/x-max-body-bytes',
  415: (pointer) => /\/(?:requestBody|requestBodies)(?:\/|$)/.test(pointer),
};

const MESSAGES: Record<number, string> = {
  401: 'the credentials are not those that the contract asks for',
  404: 'no such path',
  405: 'the path does not have this method',
  413: 'the body is too large',
  415: 'the media type is not the one that the contract asks for',
};
