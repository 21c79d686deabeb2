// Spaces of messages: the requests of an operation as clients of the base send them, which the head may refuse, and its replies as
// a service of the head sends them, which clients of the base may not know.
import { entriesOf, joinPointer, resolvePointer } from '@animal-store/openapi-tools';
import { memoize } from '../memoize.js';
import type { Message, WireMessage } from './message.js';
import { MessageSource } from './message-source.js';
import { type PlacesIn, placesOf } from './places.js';
import { createReplyContract, replyPath } from './reply-contract.js';
import { type Answer, ServedContract, type ServedOperation } from './served-contract.js';
import type { Compared, ContractForms, Witness } from './witness.js';

/** The requests of an operation, or its replies with one status, and what the two contracts make of them. */
export interface Space {
  kind: Witness['kind'];
  operation: ServedOperation;
  /** Of replies. */
  status?: number;
  /** Of replies: the requests that they answer, if the base can be served. */
  request?: Space | undefined;
  /** What the messages may contain. */
  base: PlacesIn;
  head: PlacesIn;
  source: MessageSource;
  toWire(message: Message): WireMessage;
  /** The answer of the contract by which the messages are made: of requests the base, of replies the head. */
  accepts(message: WireMessage): Answer;
  /** The answer of the other contract. */
  refuses(message: WireMessage): Answer;
}

/** What two contracts make of the messages of one kind. */
interface Judges {
  /** The contract by which messages are made. */
  own: ServedContract;
  other: ServedContract;
}

export class Spaces {
  readonly #requests: Judges;
  readonly #replies: Judges;

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

  /** Those of the base. */
  get operations(): readonly ServedOperation[] {
    return this.#requests.own.operations;
  }

  get head(): ServedContract {
    return this.#requests.other;
  }

  /** The requests, if the base can be served, and the replies with each status of the head. */
  readonly of = memoize((operation: ServedOperation): Space[] => {
    const { pointer, shape } = operation;
    const space = { kind: 'request', operation, ...this.#placesOf('request', pointer) } as const;
    const requests = shape === undefined ? [] : [createSpace(space, operation, this.#requests)];
    return [...requests, ...this.#repliesOf(operation, requests[0])];
  });

  #repliesOf(operation: ServedOperation, request: Space | undefined): Space[] {
    const { pointer } = operation;
    const responses = `${pointer}/responses`;
    const statusesOf = ({ normalized }: ContractForms) =>
      entriesOf(resolvePointer(normalized, responses)).map(([key]) => key);
    const [before, declared] = [statusesOf(this.compared.base), statusesOf(this.compared.head)];
    return declared.flatMap((key) => {
      const status = concreteStatus(key, declared);
      const path = replyPath(pointer, status);
      const response = this.#replies.own.find('post', path);
      if (response === undefined) return [];
      const known = [status, `${status[0]}XX`, 'default'].find((one) => before.includes(one));
      const pointers = [known ?? status, key].map((name) => joinPointer(responses, name));
      const places = this.#placesOf('reply', ...pointers);
      const space = {
        kind: 'reply' as const,
        operation,
        request,
        status: Number(status),
        ...places,
      };
      return [createSpace(space, { ...response, path }, this.#replies)];
    });
  }

  #placesOf(kind: Witness['kind'], before = '', after = before) {
    const { base, head } = this.compared;
    return {
      base: placesOf(kind, base.normalized, before),
      head: placesOf(kind, head.normalized, after),
    };
  }
}

/** A status that `2XX` or `default` stands for. */
function concreteStatus(key: string, declared: readonly string[]): string {
  if (/^\d{3}$/.test(key)) return key;
  const first = key === 'default' ? 4 : Number(key[0]);
  const all = Array.from({ length: 100 }, (_, index) => String(first * 100 + index));
  return all.slice(2).find((status) => !declared.includes(status)) ?? key;
}

/** @param reader the operation that the messages are for, in the contract by which they are made. */
function createSpace(
  space: Pick<Space, 'kind' | 'operation' | 'status' | 'request' | 'base' | 'head'>,
  reader: ServedOperation,
  { own, other }: Judges,
): Space {
  const toWire = (message: Message) => own.write(reader, message);
  const accepts = (wire: WireMessage) => own.answer(reader.method, wire);
  const refuses = (wire: WireMessage) => other.answer(reader.method, wire);
  const places = space.kind === 'request' ? space.base : space.head;
  const source = new MessageSource(places, (message) => accepts(toWire(message)).details);
  return { ...space, source, toWire, accepts, refuses };
}
