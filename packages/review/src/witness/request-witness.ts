// Search of a request that the base accepts and the head refuses because of a change.
import { followReference, isPointerWithin } from '@animal-store/openapi-tools';
import { type MessageSpace, messagesAt } from './boundary-messages.js';
import type { Detail } from './compile-validator.js';
import { credentialsFor } from './credentials.js';
import { isSendable, type Message, toWire, type WireMessage } from './message.js';
import { MessageSource } from './message-source.js';
import { requestPlaces } from './places.js';
import {
  type Answer,
  mediaTypesOf,
  ServedContract,
  type ServedOperation,
} from './served-contract.js';
import { describeDetail, isRelated, type PlacesIn, type Target, targetsOf } from './targets.js';
import type { ComparedContracts, Witness, WitnessedChange } from './witness.js';

/** Messages that are tried for one change. */
const MAX_ATTEMPTS = 1_000;
const MAX_TARGETS = 30;

/** An operation of the base, and what requests to it may contain in both contracts. */
export interface RequestSpace extends MessageSpace {
  operation: ServedOperation;
  /** The request as the base's clients write it. */
  toWire(message: Message): WireMessage;
}

export class RequestSearch {
  readonly base: ServedContract;
  readonly head: ServedContract;
  readonly #spaces = new Map<string, RequestSpace | undefined>();
  /** Messages that the last search has tried. */
  attempts = 0;

  constructor(private readonly contracts: ComparedContracts) {
    this.base = new ServedContract(contracts.base.written);
    this.head = new ServedContract(contracts.head.written);
  }

  find(change: WitnessedChange): Witness | undefined {
    const spaces = this.base.operations
      .filter(({ id }) => change.operations.length === 0 || change.operations.includes(id))
      .flatMap((operation) => this.spaceOf(operation) ?? []);
    this.attempts = 0;
    for (const space of spaces) {
      if (change.example !== undefined) return this.#findTaken(change.example, space);
      const witness = this.#findPlain(change, space) ?? this.#findAtPlace(change, space);
      if (witness !== undefined) return witness;
    }
    return undefined;
  }

  /** Undefined if the base cannot be served. */
  spaceOf(operation: ServedOperation): RequestSpace | undefined {
    const { pointer } = operation;
    if (!this.#spaces.has(pointer)) this.#spaces.set(pointer, this.#createSpace(operation));
    return this.#spaces.get(pointer);
  }

  #createSpace(operation: ServedOperation): RequestSpace | undefined {
    const { spec, pointer, node, method } = operation;
    if (spec === undefined) return undefined;
    const placesIn = (document: PlacesIn['document']) => ({
      document,
      places: requestPlaces(document, pointer),
    });
    const { base, head } = this.contracts;
    const credentials = credentialsFor(node, base.written);
    const [mediaType] = mediaTypesOf(followReference(this.base.document, node.requestBody));
    const write = (message: Message): WireMessage => {
      const wire = toWire(message, spec, mediaType);
      return { ...wire, headers: { ...credentials, ...wire.headers } };
    };
    const own = placesIn(base.normalized);
    return {
      operation,
      base: own,
      head: this.head.operationAt(pointer) && placesIn(head.normalized),
      source: new MessageSource(own, (message) => this.base.answer(method, write(message)).details),
      toWire: write,
    };
  }

  /** A request that the head refuses whatever its values are, or for its size. */
  #findPlain({ pointer }: WitnessedChange, space: RequestSpace): Witness | undefined {
    const isRelatedTo = ({ status }: Answer) =>
      RELATED_STATUS[status]?.(pointer, space.operation) === true;
    const message = space.source.minimal;
    const wire = space.toWire(message);
    const max = Number(this.head.document['x-max-body-bytes']);
    return (
      this.#try(space, wire, isRelatedTo) ??
      (wire.body === undefined || Number.isNaN(max)
        ? undefined
        : this.#try(space, { ...wire, minBytes: max + 1 }, isRelatedTo))
    );
  }

  /** The request to a path that another operation answers now, or none. */
  #findTaken(
    path: string,
    { operation, source, toWire: write }: RequestSpace,
  ): Witness | undefined {
    const { method } = operation;
    const wire = { ...write(source.minimal), path };
    const before = this.base.answer(method, wire);
    if (!isSendable(wire) || !before.isAccepted) return undefined;
    const taker = this.head.operations.find((one) => one.path === path && one.method === method);
    const after = taker === undefined ? `405: ${MESSAGES[405]}` : `${taker.id} answers`;
    return toWitness(method, wire, before, after);
  }

  /** A request that only the values at the place of the change make invalid. */
  #findAtPlace(change: WitnessedChange, space: RequestSpace): Witness | undefined {
    const isOnlyChange = this.#isMinimalAccepted(space);
    for (const target of this.#targetsOf(change, space)) {
      const isNamed = (detail: Detail) => isRelated(detail, target, change.pointer);
      const isWitness = ({ status, details }: Answer) =>
        status === 400 && (isOnlyChange ? details.every(isNamed) : details.some(isNamed));
      for (const message of messagesAt(target, space)) {
        this.attempts += 1;
        if (this.attempts > MAX_ATTEMPTS) return undefined;
        const witness = this.#try(space, space.toWire(message), isWitness, isNamed);
        if (witness !== undefined) return witness;
      }
    }
    return undefined;
  }

  #targetsOf({ side, pointer }: WitnessedChange, { base, head }: RequestSpace): Target[] {
    const [own, other] = side === 'base' ? [base, head] : [head, base];
    const targets = [
      ...(own === undefined ? [] : targetsOf(pointer, own, other)),
      ...(other === undefined ? [] : targetsOf(pointer, other, own)),
    ];
    return targets.slice(0, MAX_TARGETS);
  }

  /** If not, every request is refused, for this change or another one. */
  #isMinimalAccepted({ source, toWire: write, operation }: RequestSpace): boolean {
    return this.head.answer(operation.method, write(source.minimal)).isAccepted;
  }

  #try(
    { operation: { method } }: RequestSpace,
    wire: WireMessage,
    isWitness: (answer: Answer) => boolean,
    isNamed: (detail: Detail) => boolean = () => true,
  ): Witness | undefined {
    if (!isSendable(wire)) return undefined;
    const after = this.head.answer(method, wire);
    if (after.isAccepted || !isWitness(after)) return undefined;
    const before = this.base.answer(method, wire);
    if (!before.isAccepted) return undefined;
    return toWitness(method, wire, before, describe(after, isNamed));
  }
}

function toWitness(method: string, wire: WireMessage, before: Answer, after: string): Witness {
  return {
    kind: 'request',
    method: method.toUpperCase(),
    path: wire.query === '' ? wire.path : `${wire.path}?${wire.query}`,
    headers: {
      ...wire.headers,
      ...(wire.mediaType !== undefined && { 'Content-Type': wire.mediaType }),
      ...(wire.minBytes > 0 && { 'Content-Length': String(wire.minBytes) }),
    },
    ...(wire.body !== undefined && { body: wire.body }),
    before: before.status === 0 ? 'accepted' : `accepted (${before.status})`,
    after,
  };
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

function describe({ status, details }: Answer, isNamed: (detail: Detail) => boolean): string {
  const named = details.filter(isNamed).slice(0, 3).map(describeDetail);
  return `${status}: ${named.length > 0 ? named.join(', ') : MESSAGES[status]}`;
}
