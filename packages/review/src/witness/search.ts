// Search of a message that one contract takes and the other refuses, because of a change.
import { isPointerWithin } from '@animal-store/openapi-tools';
import type { Fault } from '../service.js';
import { memoize } from './memoize.js';
import { describeWire, isSendable, type WireMessage } from './message.js';
import { messagesAt } from './message-source.js';
import { ReplyContract } from './reply-contract.js';
import { type Answer, ServedContract, type ServedOperation } from './served-contract.js';
import { replySpaces, requestSpace, type Space } from './spaces.js';
import { describeDetail, isInSchema, isRelated, pathsAt, targetsOf } from './targets.js';
import type { Compared, Witness, WitnessedChange } from './witness.js';

/** Messages of one kind that are tried for one change. */
const MAX_ATTEMPTS = 1_000;
const MAX_TARGETS = 30;

/** A message that may show the change. */
interface Candidate {
  wire: WireMessage;
  /** Why the other contract refuses the message; undefined if the cause is not the change. */
  reasonOf(refused: Answer): string | undefined;
}

export class WitnessSearch {
  readonly #served: { base: ServedContract; head: ServedContract };
  readonly #replies: { client: ReplyContract; service: ReplyContract };
  #attempts = { request: 0, reply: 0 };

  constructor(private readonly compared: Compared) {
    const { base, head, service } = compared;
    this.#served = {
      base: new ServedContract(base.written, service),
      head: new ServedContract(head.written, service),
    };
    this.#replies = {
      client: new ReplyContract(base.written, service, 'client'),
      service: new ReplyContract(head.written, service, 'service'),
    };
  }

  /** Messages with boundary values that the last search has tried. */
  get tried(): number {
    return this.#attempts.request + this.#attempts.reply;
  }

  /** Those of the base. */
  get operations(): readonly ServedOperation[] {
    return this.#served.base.operations;
  }

  /** Undefined if the base cannot be served. */
  readonly requestSpaceOf = memoize((operation: ServedOperation) =>
    requestSpace(operation, this.#served, this.compared),
  );

  /** One for each response of the head. */
  readonly replySpacesOf = memoize((operation: ServedOperation) =>
    replySpaces(operation, this.requestSpaceOf(operation), this.#replies, this.compared),
  );

  find(change: WitnessedChange): Witness | undefined {
    this.#attempts = { request: 0, reply: 0 };
    for (const space of this.#spacesWith(change))
      for (const { wire, reasonOf } of this.#candidates(change, space)) {
        const reason = isSendable(wire) ? reasonOf(space.refuses(wire)) : undefined;
        const accepted = reason === undefined ? undefined : space.accepts(wire);
        if (reason === undefined || !accepted?.isAccepted) continue;
        const { kind, operation } = space;
        const method = operation.method.toUpperCase();
        return { kind, method, ...describeWire(wire), ...space.outcome(accepted, reason) };
      }
    return undefined;
  }

  /** Those of requests come first. */
  *#spacesWith(change: WitnessedChange): Iterable<Space> {
    const isOfAll = change.operations.length === 0;
    const concerned = this.operations.filter(({ id }) => change.operations.includes(id));
    const requests = (isOfAll ? this.operations : concerned).flatMap(
      (operation) => this.requestSpaceOf(operation) ?? [],
    );
    if (change.example !== undefined) return yield* requests.slice(0, 1);
    yield* requests;
    const replies = concerned.flatMap((operation) => this.replySpacesOf(operation));
    const direct = replies.filter(
      ({ [change.side]: own }) => pathsAt(change.pointer, own).length > 0,
    );
    // A response that several operations have counts once.
    const seen = new Set<string>();
    for (const space of direct.length > 0 ? direct : replies) {
      const [own = '', shared = ''] = space.head.places.get('#/body')?.pointers ?? [];
      const isShared =
        shared.startsWith('#/components/responses/') && !isPointerWithin(own, change.pointer);
      if (isShared && seen.has(shared)) continue;
      if (isShared) seen.add(shared);
      yield space;
    }
  }

  *#candidates(change: WitnessedChange, space: Space): Iterable<Candidate> {
    const { example, pointer } = change;
    const { head } = this.#served;
    if (example !== undefined) return yield takenRequest(example, space, head);
    if (space.kind === 'request') yield* plainRequests(pointer, space, head);
    const isAboutSchema = isInSchema(pointer);
    // If not, every message is refused, for this change or another one.
    const isOnlyChange = space.refuses(space.toWire(space.source.minimal)).isAccepted;
    for (const target of targetsOf(change, space).slice(0, MAX_TARGETS))
      for (const message of messagesAt(target, space)) {
        if (this.#attempts[space.kind] >= MAX_ATTEMPTS) return;
        this.#attempts[space.kind] += 1;
        const reasonOf = (refused: Answer) => {
          if (refused.reason === undefined)
            return reasonIn(refused, (detail) => isRelated(detail, target, pointer), isOnlyChange);
          // A change of a schema, or of a header, is not why a whole message is refused.
          return isAboutSchema || target.path[0] !== 'body' ? undefined : refused.reason;
        };
        yield { wire: space.toWire(message), reasonOf };
      }
  }
}

/** The minimal request, and a large one, which the head may refuse whatever their values are. */
function plainRequests(pointer: string, space: Space, head: ServedContract): Candidate[] {
  const minimal = space.toWire(space.source.minimal);
  const max = Number(head.document['x-max-body-bytes']);
  const isSized = minimal.body !== undefined && !Number.isNaN(max);
  const reasonOf = ({ status, isAccepted }: Answer) => {
    const isCause = RELATED_STATUS[status]?.(pointer, space.operation) === true;
    return isCause && !isAccepted ? `${status}: ${MESSAGES[status]}` : undefined;
  };
  const all = [minimal, ...(isSized ? [{ ...minimal, minBytes: max + 1 }] : [])];
  return all.map((wire) => ({ wire, reasonOf }));
}

/** The request to a path that another operation of the head answers, or none. */
function takenRequest(path: string, space: Space, head: ServedContract): Candidate {
  const { method } = space.operation;
  const taker = head.operations.find((one) => one.path === path && one.method === method);
  const reason = taker === undefined ? `405: ${MESSAGES[405]}` : `${taker.id} answers`;
  return { wire: { ...space.toWire(space.source.minimal), path }, reasonOf: () => reason };
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

/** Undefined if the faults have other causes than the change. */
function reasonIn(
  { status, details }: Answer,
  isNamed: (detail: Fault) => boolean,
  isOnlyChange: boolean,
): string | undefined {
  const named = details.filter(isNamed);
  if (named.length === 0 || (isOnlyChange && named.length < details.length)) return undefined;
  const text = named.slice(0, 3).map(describeDetail).join(', ');
  return status === 0 ? text : `${status}: ${text}`;
}
