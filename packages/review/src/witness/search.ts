// Search of a message that one contract takes and the other refuses, because of a change.
import { formatPointer, isPointerWithin } from '@animal-store/openapi-tools';
import { messagesAt } from './boundary-messages.js';
import type { Detail } from './compile-validator.js';
import { isSendable } from './message.js';
import { ReplyContract } from './reply-contract.js';
import { replySpaces } from './reply-spaces.js';
import { plainRefusal, requestSpace, takenRequest } from './request-space.js';
import { type Answer, ServedContract, type ServedOperation } from './served-contract.js';
import { describeDetail, isInSchema, isRelated, type Target, targetsOf } from './targets.js';
import type { ComparedContracts, Space, Witness, WitnessedChange } from './witness.js';

/** Messages of one kind that are tried for one change. */
const MAX_ATTEMPTS = 1_000;
const MAX_TARGETS = 30;

export class WitnessSearch {
  readonly #served: { base: ServedContract; head: ServedContract };
  readonly #replies: { client: ReplyContract; service: ReplyContract };
  readonly #requestSpaces = new Map<ServedOperation, Space | undefined>();
  readonly #replySpaces = new Map<ServedOperation, Space[]>();
  /** Messages that the last search has tried. */
  tried = 0;

  constructor(private readonly contracts: ComparedContracts) {
    const { base, head } = contracts;
    this.#served = {
      base: new ServedContract(base.written),
      head: new ServedContract(head.written),
    };
    this.#replies = {
      client: new ReplyContract(base.written, 'client'),
      service: new ReplyContract(head.written, 'service'),
    };
  }

  /** Those of the base. */
  get operations(): readonly ServedOperation[] {
    return this.#served.base.operations;
  }

  find(change: WitnessedChange): Witness | undefined {
    this.tried = 0;
    const isOfAll = change.operations.length === 0;
    const concerned = this.operations.filter(({ id }) => change.operations.includes(id));
    const requests = (isOfAll ? this.operations : concerned).flatMap(
      (operation) => this.requestSpaceOf(operation) ?? [],
    );
    const { example } = change;
    if (example !== undefined)
      return requests[0] && takenRequest(example, requests[0], this.#served.head);
    for (const space of requests) {
      const witness =
        plainRefusal(change.pointer, space, this.#served.head) ??
        this.#findIn(change, space, MAX_ATTEMPTS);
      if (witness !== undefined) return witness;
    }
    const limit = this.tried + MAX_ATTEMPTS;
    for (const space of this.#repliesWith(change, concerned)) {
      const witness = this.#findIn(change, space, limit);
      if (witness !== undefined) return witness;
    }
    return undefined;
  }

  /** Undefined if the base cannot be served. */
  requestSpaceOf(operation: ServedOperation): Space | undefined {
    if (!this.#requestSpaces.has(operation))
      this.#requestSpaces.set(operation, requestSpace(operation, this.#served, this.contracts));
    return this.#requestSpaces.get(operation);
  }

  /** One for each response of the head. */
  replySpacesOf(operation: ServedOperation): Space[] {
    const known = this.#replySpaces.get(operation);
    if (known !== undefined) return known;
    const request = this.requestSpaceOf(operation);
    const spaces = replySpaces(operation, request, this.#replies, this.contracts);
    this.#replySpaces.set(operation, spaces);
    return spaces;
  }

  /** Those that contain the change, if there are any; a response that several operations have counts once. */
  #repliesWith(change: WitnessedChange, operations: readonly ServedOperation[]): Space[] {
    const spaces = operations.flatMap((operation) => this.replySpacesOf(operation));
    const direct = spaces.filter(
      (space) => targetsOf(change.pointer, space[change.side], undefined).length > 0,
    );
    const seen = new Set<string>();
    return (direct.length > 0 ? direct : spaces).filter(({ head }) => {
      const [own = '', shared = ''] = head?.places.get('#/body')?.pointers ?? [];
      const isShared =
        shared.startsWith('#/components/responses/') && !isPointerWithin(own, change.pointer);
      if (!isShared) return true;
      const isFirst = !seen.has(shared);
      seen.add(shared);
      return isFirst;
    });
  }

  /** A message that only the values at the place of the change make invalid. @param limit of `tried`. */
  #findIn(change: WitnessedChange, space: Space, limit: number): Witness | undefined {
    const [own, other] =
      change.side === 'base' ? [space.base, space.head] : [space.head, space.base];
    const { pointer } = change;
    const targets = new Map<string, Target>();
    for (const target of [...targetsOf(pointer, own, other), ...targetsOf(pointer, other, own)]) {
      const at = formatPointer(...target.path);
      if (!targets.has(at)) targets.set(at, target);
    }
    const isAboutSchema = isInSchema(pointer);
    // If not, every message is refused, for this change or another one.
    const isOnlyChange = space.refuses(space.toWire(space.source.minimal)).isAccepted;
    for (const target of [...targets.values()].slice(0, MAX_TARGETS)) {
      for (const message of messagesAt(target, space)) {
        if (this.tried >= limit) return undefined;
        this.tried += 1;
        const wire = space.toWire(message);
        if (!isSendable(wire)) continue;
        const refused = space.refuses(wire);
        const isNamed = (detail: Detail) => isRelated(detail, target, pointer);
        const reason =
          refused.reason === undefined
            ? reasonIn(refused, isNamed, isOnlyChange)
            : reasonOfWhole(refused.reason, target, isAboutSchema);
        const accepted = reason === undefined ? undefined : space.accepts(wire);
        if (reason !== undefined && accepted?.isAccepted)
          return space.witnessOf(wire, accepted, reason);
      }
    }
    return undefined;
  }
}

/** Undefined if the faults have other causes than the change. */
function reasonIn(
  { status, details }: Answer,
  isNamed: (detail: Detail) => boolean,
  isOnlyChange: boolean,
): string | undefined {
  const named = details.filter(isNamed);
  if (named.length === 0 || (isOnlyChange && named.length < details.length)) return undefined;
  const text = named.slice(0, 3).map(describeDetail).join(', ');
  return status === 0 ? text : `${status}: ${text}`;
}

/** A change of a schema, or of a header, is not why a whole message is refused. */
function reasonOfWhole(reason: string, { path }: Target, isAboutSchema: boolean) {
  return isAboutSchema || path[0] !== 'body' ? undefined : reason;
}
