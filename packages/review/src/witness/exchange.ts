// Exchanges: the requests of an operation, or its replies with one status, and what the two contracts make of them. Clients
// of the base send requests, which the head may refuse; a service of the head sends replies, which clients of the base may not know.
import { parsePointer } from '@animal-store/spec';
import { type Carrier, contentOf, type Direction, type Operation } from '@animal-store/spec/model';
import { exampleOf } from '@animal-store/spec/outputs';
import type { Contracts } from '../diff/change.js';
import { memoize } from '../memoize.js';
import { ValuePlace } from './boundary-values.js';
import { type Message, type WireMessage, withValue } from './message.js';
import { createReplyContract, replyPath } from './reply-contract.js';
import { type Answer, ServedContract } from './served-contract.js';

/** A parameter, a header or a body. */
interface MessagePart {
  /** In messages: `query`, `limit`, or `body`. */
  path: string[];
  isRequired: boolean;
  /** It has the examples and the schema. */
  carrier: Carrier;
}

/** What two contracts make of the messages of one kind. */
interface Judges {
  direction: Direction;
  /** The contract by which messages are made. */
  own: ServedContract;
  /** The contract that may refuse them. */
  other: ServedContract;
}

export class Exchange {
  /** In the contract by which the messages are made, and then in the other one. */
  readonly parts: MessagePart[];
  /** With the required parameters and the body: the contract's examples, and samples of its schemas, without what is invalid. */
  readonly messages: readonly Message[];

  /** @param operation what the messages are for. */
  constructor(
    private readonly operation: Operation,
    readonly judges: Judges,
    readonly status?: number,
  ) {
    const { other } = judges;
    const twin = other.find(operation.method, operation.path);
    const parts = readParts(operation);
    this.parts = [...parts, ...(twin ? readParts(twin) : [])];
    const sample = ({ carrier }: MessagePart) =>
      new ValuePlace([carrier.schema], 'request').values[0];
    const example = (part: MessagePart) => exampleOf(part.carrier) ?? sample(part);
    const required = parts.filter(({ isRequired }) => isRequired);
    const messages = [example, sample].map((read) =>
      required.reduce<Message>((message, part) => withValue(message, part.path, read(part)), {}),
    );
    const answerTo = (message: Message) => this.ownAnswer(this.toWire(message));
    const repaired = messages.map((message) =>
      answerTo(message).details.reduce<Message>(
        (rest, { in: place, path }) => withValue(rest, [place, ...parsePointer(path)], undefined),
        message,
      ),
    );
    const valid = repaired.filter((message) => answerTo(message).isAccepted);
    this.messages = valid.length > 0 ? valid : messages;
  }

  /** A parameter, a header or the body. @param known values that may stand there. */
  placeAt(path: readonly string[], known?: readonly unknown[]): ValuePlace {
    const schemas = this.parts
      .filter((part) => part.path.join() === path.join())
      .map(({ carrier }) => carrier.schema);
    return new ValuePlace(schemas, 'request', known);
  }

  toWire(message: Message): WireMessage {
    return this.judges.own.write(this.operation, message);
  }

  /** By the contract by which the messages are made. */
  ownAnswer(wire: WireMessage): Answer {
    return this.judges.own.answer(this.operation.method, wire);
  }

  /** By the contract that may refuse them. */
  otherAnswer(wire: WireMessage): Answer {
    return this.judges.other.answer(this.operation.method, wire);
  }
}

/** All exchanges of two contracts. */
export class Exchanges {
  readonly #requests: Judges;
  readonly #replies: Judges;

  constructor({ base, head }: Contracts) {
    this.#requests = {
      direction: 'request',
      own: new ServedContract(base.written),
      other: new ServedContract(head.written),
    };
    this.#replies = {
      direction: 'reply',
      own: createReplyContract(head.written, 'service'),
      other: createReplyContract(base.written, 'client'),
    };
  }

  /** Those of the base. */
  get operations(): readonly Operation[] {
    return this.#requests.own.contract.operations;
  }

  readonly requests = memoize((operation: Operation) => new Exchange(operation, this.#requests));

  /** Undefined if the head has no such replies. @param key as in the contract: `200`, `2XX` or `default`. */
  replies(operation: Operation, key: string): Exchange | undefined {
    const status = key.replace('default', '4XX').replace('XX', '99');
    const path = replyPath(operation.at, status);
    const reply = this.#replies.own.find('post', path);
    return reply && new Exchange({ ...reply, path }, this.#replies, Number(status));
  }
}

function readParts({ parameters, body }: Operation): MessagePart[] {
  const named = parameters.map(({ value }) => ({
    path: [value.in, value.name],
    isRequired: value.isRequired,
    carrier: value,
  }));
  const { media } = contentOf(body?.value) ?? {};
  return media === undefined
    ? named
    : [...named, { path: ['body'], isRequired: true, carrier: media }];
}
