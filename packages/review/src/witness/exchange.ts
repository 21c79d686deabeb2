// Exchanges: the requests of an operation, or its replies with one status, and what the two contracts make of them. Clients of the
// base send requests, which the head may refuse; a service of the head sends replies, which clients of the base may not know.
import { followReference, type JsonObject, listOf, parsePointer } from '@animal-store/spec';
import type { Direction } from '../diff/change.js';
import { memoize } from '../memoize.js';
import type { Service } from '../service.js';
import { Place } from './boundary-values.js';
import { type Message, type WireMessage, withValue } from './message.js';
import { createReplyContract, replyPath } from './reply-contract.js';
import { type Answer, ServedContract, type ServedOperation } from './served-contract.js';
import type { Compared } from './witness.js';

/** A parameter, a header or a body. */
interface Part {
  /** In messages: `query`, `limit`, or `body`. */
  path: string[];
  isRequired: boolean;
  /** It has the examples and the schema. */
  node: JsonObject;
  document: JsonObject;
}

/** What two contracts make of the messages of one kind. */
interface Judges {
  direction: Direction;
  /** The contract by which messages are made. */
  own: ServedContract;
  /** The contract that may refuse them. */
  other: ServedContract;
  service: Service;
}

export class Exchange {
  /** In the contract by which the messages are made, and then in the other one. */
  readonly parts: Part[];
  /** With the required parameters and the body: the contract's examples, and samples of its schemas, without what is invalid. */
  readonly messages: readonly Message[];

  /** @param reader what the messages are for. */
  constructor(
    private readonly reader: ServedOperation,
    readonly judges: Judges,
    readonly status?: number,
  ) {
    const { own, other, service } = judges;
    const twin = other.find(reader.method, reader.path);
    const parts = partsOf(reader, own.document);
    this.parts = [...parts, ...(twin ? partsOf(twin, other.document) : [])];
    const sampleOf = ({ node, document }: Part) => service.sample(node.schema, document, 'request');
    const exampleOf = (part: Part) => service.example(part.node, part.document) ?? sampleOf(part);
    const required = parts.filter(({ isRequired }) => isRequired);
    const messages = [exampleOf, sampleOf].map((read) =>
      required.reduce<Message>((message, part) => withValue(message, part.path, read(part)), {}),
    );
    const answerTo = (message: Message) => this.accepts(this.toWire(message));
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
  placeAt(path: readonly string[], known?: readonly unknown[]): Place {
    const schemas = this.parts
      .filter((part) => part.path.join() === path.join())
      .map(({ node, document }) => ({ schema: Object(node.schema), document }));
    const { service } = this.judges;
    return new Place(schemas, (...schema) => service.sample(...schema, 'request'), known);
  }

  toWire(message: Message): WireMessage {
    return this.judges.own.write(this.reader, message);
  }

  accepts(wire: WireMessage): Answer {
    return this.judges.own.answer(this.reader.method, wire);
  }

  refuses(wire: WireMessage): Answer {
    return this.judges.other.answer(this.reader.method, wire);
  }
}

/** All exchanges of two contracts. */
export class Exchanges {
  readonly #requests: Judges;
  readonly #replies: Judges;

  constructor({ base, head, service }: Compared) {
    this.#requests = {
      direction: 'request',
      own: new ServedContract(base.written, service),
      other: new ServedContract(head.written, service),
      service,
    };
    this.#replies = {
      direction: 'response',
      own: createReplyContract(head.written, service, 'service'),
      other: createReplyContract(base.written, service, 'client'),
      service,
    };
  }

  /** Those of the base. */
  get operations(): readonly ServedOperation[] {
    return this.#requests.own.operations;
  }

  readonly requests = memoize(
    (operation: ServedOperation) => new Exchange(operation, this.#requests),
  );

  /** Undefined if the head has no such replies. @param key as in the contract: `200`, `2XX` or `default`. */
  replies({ pointer }: ServedOperation, key: string): Exchange | undefined {
    const status = key.replace('default', '4XX').replace('XX', '99');
    const path = replyPath(pointer, status);
    const reader = this.#replies.own.find('post', path);
    return reader && new Exchange({ ...reader, path }, this.#replies, Number(status));
  }
}

function partsOf({ node }: ServedOperation, document: JsonObject): Part[] {
  const parameters = listOf(node.parameters).map((entry) => {
    const parameter = Object(followReference(document, entry));
    const path = [parameter.in, parameter.name];
    return { path, isRequired: parameter.required === true, node: parameter, document };
  });
  const { content } = Object(followReference(document, node.requestBody));
  const [media] = Object.values(Object(content));
  const body = { path: ['body'], isRequired: true, node: Object(media), document };
  return media === undefined ? parameters : [...parameters, body];
}
