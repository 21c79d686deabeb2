// Spaces of messages: the requests of an operation as clients of the base send them, which the head may refuse, and its replies as
// a service of the head sends them, which clients of the base may not know.
import { entriesOf, joinPointer, resolvePointer } from '@animal-store/openapi-tools';
import type { Message, WireMessage } from './message.js';
import { MessageSource } from './message-source.js';
import { type PlacesIn, placesOf } from './places.js';
import { replyPath } from './reply-contract.js';
import type { Answer, ServedContract, ServedOperation } from './served-contract.js';
import type { Compared, ContractForms, Witness } from './witness.js';

/** The requests of an operation, or its replies with one status, and what the two contracts make of them. */
export interface Space {
  kind: Witness['kind'];
  operation: ServedOperation;
  /** Of replies. */
  status?: number;
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

/** The contract by which messages are made, and the other one. */
interface Judges {
  own: ServedContract;
  other: ServedContract;
}

/** Undefined if the base cannot be served. */
export function requestSpace(
  operation: ServedOperation,
  judges: Judges,
  { base, head }: Compared,
): Space | undefined {
  const { shape, pointer } = operation;
  if (shape === undefined) return undefined;
  const places = {
    base: placesOf('request', base.normalized, pointer),
    head: placesOf('request', head.normalized, pointer),
  };
  return createSpace({ kind: 'request', operation, ...places }, operation, judges);
}

/** One for each response of the head. */
export function replySpaces(
  operation: ServedOperation,
  judges: Judges,
  { base, head }: Compared,
): Space[] {
  const { pointer } = operation;
  const responses = `${pointer}/responses`;
  const statusesOf = ({ normalized }: ContractForms) =>
    entriesOf(resolvePointer(normalized, responses)).map(([key]) => key);
  const [before, declared] = [statusesOf(base), statusesOf(head)];
  return declared.flatMap((key) => {
    const status = concreteStatus(key, declared);
    const path = replyPath(pointer, status);
    const response = judges.own.find('post', path);
    if (response === undefined) return [];
    const known = [status, `${status[0]}XX`, 'default'].find((one) => before.includes(one));
    const places = {
      base: placesOf('reply', base.normalized, joinPointer(responses, known ?? status)),
      head: placesOf('reply', head.normalized, joinPointer(responses, key)),
    };
    const space = { kind: 'reply' as const, operation, status: Number(status), ...places };
    return [createSpace(space, { ...response, path }, judges)];
  });
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
  space: Pick<Space, 'kind' | 'operation' | 'status' | 'base' | 'head'>,
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
