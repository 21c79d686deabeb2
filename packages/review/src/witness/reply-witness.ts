// Search of a reply that the head allows and the base did not allow, because of a change.
import {
  entriesOf,
  formatPointer,
  isPointerWithin,
  parsePointer,
  resolvePointer,
} from '@animal-store/openapi-tools';
import { type MessageSpace, messagesAt } from './boundary-messages.js';
import type { Detail } from './compile-validator.js';
import { isSendable, type Message, toWire, type WireMessage } from './message.js';
import { MessageSource } from './message-source.js';
import { replyPlaces } from './places.js';
import { ReplyContract, type ReplyFault } from './reply-contract.js';
import type { RequestSearch } from './request-witness.js';
import type { ServedOperation } from './served-contract.js';
import {
  describeDetail,
  isInSchema,
  isRelated,
  type PlacesIn,
  type Target,
  targetsOf,
} from './targets.js';
import type { ComparedContracts, Witness, WitnessedChange } from './witness.js';

/** Replies that are tried for one change. */
const MAX_ATTEMPTS = 1_000;
const MAX_TARGETS = 30;
const NO_RESPONSE = { spec: { path: '', parameters: [] }, mediaType: undefined };

/** A response of the head, and what replies of it may contain in both contracts. */
export interface ReplySpace extends MessageSpace {
  operation: ServedOperation;
  status: string;
  head: PlacesIn;
  toWire(message: Message): WireMessage;
}

export class ReplySearch {
  readonly client: ReplyContract;
  readonly service: ReplyContract;
  readonly #spaces = new Map<string, ReplySpace[]>();
  /** Messages that the last search has tried. */
  attempts = 0;

  constructor(
    private readonly contracts: ComparedContracts,
    private readonly requests: RequestSearch,
  ) {
    this.client = new ReplyContract(contracts.base.written, 'client');
    this.service = new ReplyContract(contracts.head.written, 'service');
  }

  find(change: WitnessedChange): Witness | undefined {
    if (change.example !== undefined) return undefined;
    const operations = this.requests.base.operations.filter(({ id }) =>
      change.operations.includes(id),
    );
    const seen = new Set<string>();
    this.attempts = 0;
    const spaces = operations.flatMap((operation) => this.spacesOf(operation));
    const direct = spaces.filter(
      ({ base, head }) =>
        targetsOf(change.pointer, change.side === 'base' ? base : head, undefined).length > 0,
    );
    for (const space of direct.length > 0 ? direct : spaces) {
      const [own = '', shared] = space.head.places.get('#/body')?.pointers ?? [];
      if (shared?.startsWith('#/components/responses/') && !isPointerWithin(own, change.pointer)) {
        if (seen.has(shared)) continue; // another operation has the same response
        seen.add(shared);
      }
      const witness = this.#findIn(change, space);
      if (witness !== undefined) return witness;
    }
    return undefined;
  }

  /** One for each response of the head. */
  spacesOf(operation: ServedOperation): ReplySpace[] {
    const known = this.#spaces.get(operation.pointer);
    if (known !== undefined) return known;
    const { base, head } = this.contracts;
    const at = (status: string) =>
      formatPointer(...parsePointer(operation.pointer), 'responses', status);
    const placesIn = (document: PlacesIn['document'], key: string | undefined) => ({
      document,
      places: key === undefined ? new Map() : replyPlaces(document, at(key)),
    });
    const declared = keysIn(head.normalized, operation);
    const spaces = declared.map((key): ReplySpace => {
      const status = concreteStatus(key, declared);
      const places = placesIn(head.normalized, key);
      const write = (message: Message) => this.#toWire(operation, status, message);
      const check = (message: Message) =>
        this.service.faultOf(operation.pointer, status, write(message)).details;
      return {
        operation,
        status,
        head: places,
        base: placesIn(base.normalized, matchingKey(status, keysIn(base.normalized, operation))),
        source: new MessageSource(places, check),
        toWire: write,
      };
    });
    this.#spaces.set(operation.pointer, spaces);
    return spaces;
  }

  #toWire({ pointer }: ServedOperation, status: string, message: Message): WireMessage {
    const { spec, mediaType } = this.service.responseFor(pointer, status) ?? NO_RESPONSE;
    return toWire(message, spec, mediaType);
  }

  #findIn({ side, pointer }: WitnessedChange, space: ReplySpace): Witness | undefined {
    const [own, other] = side === 'base' ? [space.base, space.head] : [space.head, space.base];
    const targets = targetsOf(pointer, own, other);
    const found = targets.length > 0 ? targets : targetsOf(pointer, other, own);
    const isAboutSchema = isInSchema(own.document, pointer);
    const isOnlyChange = found.length > 0 && this.#isMinimalAllowed(space);
    for (const target of found.slice(0, MAX_TARGETS)) {
      for (const message of messagesAt(target, space)) {
        this.attempts += 1;
        if (this.attempts > MAX_ATTEMPTS) return undefined;
        const witness = this.#try(space, message, (fault) => {
          const isNamed = (detail: Detail) => isRelated(detail, target, pointer);
          if (isOnlyChange && !fault.details.every(isNamed)) return undefined;
          return describeFault(fault, target, pointer, isAboutSchema);
        });
        if (witness !== undefined) return witness;
      }
    }
    return undefined;
  }

  /** If not, every reply is new to clients of the base, for this change or another one. */
  #isMinimalAllowed({ operation, status, source, toWire: write }: ReplySpace): boolean {
    const fault = this.client.faultOf(operation.pointer, status, write(source.minimal));
    return fault.reason === undefined && fault.details.length === 0;
  }

  #try(
    { operation, status, toWire: write }: ReplySpace,
    message: Message,
    describe: (fault: ReplyFault) => string | undefined,
  ): Witness | undefined {
    const wire = write(message);
    const { method, pointer } = operation;
    if (!isSendable(wire)) return undefined;
    const reason = describe(this.client.faultOf(pointer, status, wire));
    if (reason === undefined) return undefined;
    const after = this.service.faultOf(pointer, status, wire);
    if (after.reason !== undefined || after.details.length > 0) return undefined;
    const request = this.requests.spaceOf(operation);
    const sent = request?.toWire(request.source.minimal);
    return {
      kind: 'reply',
      method: method.toUpperCase(),
      path: sent === undefined ? operation.path : [sent.path, sent.query].filter(Boolean).join('?'),
      status: Number(status),
      headers: {
        ...(wire.mediaType !== undefined && { 'Content-Type': wire.mediaType }),
        ...wire.headers,
      },
      ...(wire.body !== undefined && { body: wire.body }),
      before: `the contract did not allow it: ${reason}`,
      after: 'a valid reply',
    };
  }
}

/** Undefined for no fault, and for one that the change at the pointer is not the reason of. */
function describeFault(
  fault: ReplyFault,
  target: Target,
  pointer: string,
  isAboutSchema: boolean,
): string | undefined {
  if (fault.reason !== undefined)
    return isAboutSchema || target.path[0] !== 'body' ? undefined : fault.reason;
  const related = fault.details.filter((detail) => isRelated(detail, target, pointer));
  if (related.length === 0) return undefined;
  return related.slice(0, 3).map(describeDetail).join(', ');
}

function keysIn(document: PlacesIn['document'], { pointer }: ServedOperation): string[] {
  return entriesOf(resolvePointer(document, `${pointer}/responses`)).map(([status]) => status);
}

function matchingKey(status: string, keys: readonly string[]): string | undefined {
  return [status, `${status[0]}XX`, 'default'].find((key) => keys.includes(key));
}

/** A status that `2XX` or `default` stands for. */
function concreteStatus(key: string, declared: readonly string[]): string {
  if (/^\d{3}$/.test(key)) return key;
  const first = key === 'default' ? 4 : Number(key[0]);
  const all = Array.from({ length: 100 }, (_, index) => String(first * 100 + index));
  return all.slice(2).find((status) => !declared.includes(status)) ?? key;
}
