// Replies to an operation as a service of the head sends them: clients of the base may not know them.
import { entriesOf, joinPointer, resolvePointer } from '@animal-store/openapi-tools';
import { describeWire, type Message, toWire } from './message.js';
import { MessageSource } from './message-source.js';
import { type PlacesIn, replyPlaces } from './places.js';
import type { ReplyContract } from './reply-contract.js';
import type { ServedOperation } from './served-contract.js';
import type { ComparedContracts, Space } from './witness.js';

const NO_RESPONSE = { spec: { path: '', parameters: [] }, mediaType: undefined };

/** One for each response of the head. @param request the space of the requests that they answer. */
export function replySpaces(
  operation: ServedOperation,
  request: Space | undefined,
  { client, service }: { client: ReplyContract; service: ReplyContract },
  { base, head }: ComparedContracts,
): Space[] {
  const { pointer, method } = operation;
  const placesIn = (document: PlacesIn['document'], key: string | undefined) => {
    const at = joinPointer(pointer, 'responses', key ?? '');
    return key === undefined ? { document, places: new Map() } : replyPlaces(document, at);
  };
  const keysIn = (document: PlacesIn['document']) =>
    entriesOf(resolvePointer(document, `${pointer}/responses`)).map(([status]) => status);
  const declared = keysIn(head.normalized);
  return declared.map((key): Space => {
    const status = concreteStatus(key, declared);
    const { spec, mediaType } = service.responseFor(pointer, status) ?? NO_RESPONSE;
    const write = (message: Message) => toWire(message, spec ?? NO_RESPONSE.spec, mediaType);
    const own = placesIn(head.normalized, key);
    return {
      kind: 'reply',
      operation,
      base: placesIn(base.normalized, matchingKey(status, keysIn(base.normalized))),
      head: own,
      source: new MessageSource(
        own,
        (message) => service.answer(pointer, status, write(message)).details,
      ),
      toWire: write,
      accepts: (wire) => service.answer(pointer, status, wire),
      refuses: (wire) => client.answer(pointer, status, wire),
      witnessOf: (wire, _answer, reason) => {
        const { path } = request ? describeWire(request.toWire(request.source.minimal)) : operation;
        return {
          kind: 'reply',
          method: method.toUpperCase(),
          ...describeWire(wire),
          path,
          status: Number(status),
          before: `the contract did not allow it: ${reason}`,
          after: 'a valid reply',
        };
      },
    };
  });
}

/** The response that stands for a status. */
export function matchingKey(status: string, keys: readonly string[]): string | undefined {
  return [status, `${status[0]}XX`, 'default'].find((key) => keys.includes(key));
}

/** A status that `2XX` or `default` stands for. */
function concreteStatus(key: string, declared: readonly string[]): string {
  if (/^\d{3}$/.test(key)) return key;
  const first = key === 'default' ? 4 : Number(key[0]);
  const all = Array.from({ length: 100 }, (_, index) => String(first * 100 + index));
  return all.slice(2).find((status) => !declared.includes(status)) ?? key;
}
