// Search of a message that one contract takes and the other refuses, because of a change.
import { isPointerWithin } from '@animal-store/openapi-tools';
import { memoize } from '../memoize.js';
import type { Fault } from '../service.js';
import { isSendable, type Message, type WireMessage } from './message.js';
import { messagesAt } from './message-source.js';
import { createReplyContract } from './reply-contract.js';
import { type Answer, ServedContract, type ServedOperation } from './served-contract.js';
import { shrink } from './shrink.js';
import { replySpaces, requestSpace, type Space } from './spaces.js';
import { describeFault, isInSchema, isRelated, pathsAt, targetsOf } from './targets.js';
import type { Compared, Witness, WitnessedChange } from './witness.js';

/** Messages of one kind that are tried for one change. */
const MAX_ATTEMPTS = 1_000;
const MAX_TARGETS = 30;

/** A message that may show the change. */
interface Candidate {
  message: Message;
  toWire(message: Message): WireMessage;
  /** The path of the value that the change is about. */
  target?: string[];
  /** Why the other contract refuses the message; undefined if the cause is not the change. */
  reasonOf(refused: Answer): string | undefined;
}

export class WitnessSearch {
  readonly #requests: { own: ServedContract; other: ServedContract };
  readonly #replies: { own: ServedContract; other: ServedContract };
  #attempts = { request: 0, reply: 0 };

  constructor(private readonly compared: Compared) {
    const { base, head, service } = compared;
    this.#requests = {
      own: new ServedContract(base.written, service),
      other: new ServedContract(head.written, service),
    };
    this.#replies = {
      own: createReplyContract(head.written, service, 'service'),
      other: createReplyContract(base.written, service, 'client'),
    };
  }

  /** Messages with boundary values that the last search has tried. */
  get tried(): number {
    return this.#attempts.request + this.#attempts.reply;
  }

  /** Those of the base. */
  get operations(): readonly ServedOperation[] {
    return this.#requests.own.operations;
  }

  /** Undefined if the base cannot be served. */
  readonly requestSpaceOf = memoize((operation: ServedOperation) =>
    requestSpace(operation, this.#requests, this.compared),
  );

  /** One for each response of the head. */
  readonly replySpacesOf = memoize((operation: ServedOperation) =>
    replySpaces(operation, this.#replies, this.compared),
  );

  find(change: WitnessedChange): Witness | undefined {
    this.#attempts = { request: 0, reply: 0 };
    for (const space of this.#spacesWith(change))
      for (const candidate of this.#candidates(change, space)) {
        const { message, target = [] } = candidate;
        const witnessOf = (one: Message) => this.#witnessOf(one, candidate, space);
        if (witnessOf(message) === undefined) continue;
        return witnessOf(shrink(message, target, (one) => witnessOf(one) !== undefined));
      }
    return undefined;
  }

  /** Undefined if the message does not show the change. */
  #witnessOf(message: Message, candidate: Candidate, space: Space): Witness | undefined {
    const { kind, operation, status } = space;
    const wire = candidate.toWire(message);
    if (!isSendable(wire)) return undefined;
    const refused = space.refuses(wire);
    const reason = candidate.reasonOf(refused);
    const accepted = reason === undefined ? undefined : space.accepts(wire);
    if (reason === undefined || !accepted?.isAccepted) return undefined;
    const method = operation.method.toUpperCase();
    if (kind === 'request') {
      const before = accepted.status === 0 ? 'accepted' : `accepted (${accepted.status})`;
      const after = refused.status === 0 ? reason : `${refused.status}: ${reason}`;
      return { kind, method, ...wire, before, after };
    }
    const request = this.requestSpaceOf(operation);
    const { path } = request?.toWire(request.source.minimal) ?? operation;
    const text = refused.status === 404 ? `it had no reply ${status}` : reason;
    const before = `the contract did not allow it: ${text}`;
    return { kind, method, ...wire, path, status, before, after: 'a valid reply' };
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
    const { toWire, source, operation } = space;
    const { minimal } = source;
    const head = this.#requests.other;
    if (example !== undefined) {
      const taker = head.find(operation.method, example);
      const toTaken = (message: Message) => ({ ...toWire(message), path: example });
      const reasonOf = ({ reason }: Answer) => (taker ? `${taker.id} answers` : reason);
      return yield { message: minimal, toWire: toTaken, reasonOf };
    }
    const targets = targetsOf(change, space).slice(0, MAX_TARGETS);
    // The minimal message, and a large one, which the other contract may refuse whatever their values are.
    const isOfReply = targets.some(({ path: [place] }) => place === 'body') && !isInSchema(pointer);
    const isCause = (status: number) =>
      space.kind === 'reply' ? isOfReply : RELATED_STATUS[status]?.(pointer, operation) === true;
    const reasonOf = ({ status, reason }: Answer) => (isCause(status) ? reason : undefined);
    yield { message: minimal, toWire, reasonOf };
    const max = Number(head.document['x-max-body-bytes']);
    const length = { 'Content-Length': String(max + 1) };
    const toLarge = (message: Message) => {
      const wire = toWire(message);
      return { ...wire, headers: { ...wire.headers, ...length } };
    };
    if (space.kind === 'request' && max > 0 && toWire(minimal).body !== undefined)
      yield { message: minimal, toWire: toLarge, reasonOf };
    // If not, every message is refused, for this change or another one.
    const isOnlyChange = space.refuses(toWire(minimal)).isAccepted;
    for (const target of targets)
      for (const message of messagesAt(target, space)) {
        if (this.#attempts[space.kind] >= MAX_ATTEMPTS) return;
        this.#attempts[space.kind] += 1;
        const isNamed = (fault: Fault) => isRelated(fault, target, pointer);
        const reasonOf = ({ details }: Answer) => reasonIn(details, isNamed, isOnlyChange);
        yield { message, toWire, target: target.path, reasonOf };
      }
  }
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

/** Undefined if the faults have other causes than the change. */
function reasonIn(
  faults: readonly Fault[],
  isNamed: (fault: Fault) => boolean,
  isOnlyChange: boolean,
): string | undefined {
  const named = faults.filter(isNamed);
  if (named.length === 0 || (isOnlyChange && named.length < faults.length)) return undefined;
  return named.slice(0, 3).map(describeFault).join(', ');
}
