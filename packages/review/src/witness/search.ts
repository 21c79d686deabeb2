// Search of a message that one contract takes and the other refuses, because of a change: the operation's own
// example, unchanged and with each boundary value of what changed.
import type { ErrorDetail } from '@animal-store/core/validation';
import { formatPointer, getIn, isPointerWithin, lastKey, parsePointer } from '@animal-store/spec';
import { isBound, type Operation } from '@animal-store/spec/model';
import type { Change } from '../diff/change.js';
import { inline } from '../diff/normalize/keywords.js';
import { idOf } from '../diff/operations.js';
import { ValuePlace } from './boundary-values.js';
import type { Exchange, Exchanges } from './exchange.js';
import { isSendable, type WireMessage, withValue } from './message.js';
import type { Answer } from './served-contract.js';

/** The path of a reply is that of its request. `<API_KEY>` stands for a key. */
export interface Witness extends WireMessage {
  kind: 'request' | 'reply';
  method: string;
  /** Of a reply. */
  status?: number | undefined;
  /** What the contract before the change makes of it: `accepted (201)`, or why it did not allow the reply. */
  before: string;
  /** What the contract after the change makes of it: `400: query /limit must be at most 50`, or `a valid reply`. */
  after: string;
}

/** What the search needs to know of a change. */
export type WitnessedChange = Pick<Change, 'pointer' | 'wire' | 'why' | 'isPromise' | 'clue'> & {
  operations: string[];
};

/** Messages that are tried for one change. */
const MAX_ATTEMPTS = 1_000;
const BODY_LIMIT = '#/x-max-body-bytes';

/** A witness, or how many messages were tried in vain. */
export function findWitness(
  change: WitnessedChange,
  exchanges: Exchanges,
): { witness?: Witness; tried: number } {
  let tried = 0;
  for (const operation of exchanges.operations) {
    if (change.operations.length > 0 && !change.operations.includes(idOf(operation))) continue;
    const [, part, key = ''] = change.clue.path;
    const requests = exchanges.requests(operation);
    const exchange = part === 'responses' ? exchanges.replies(operation, key) : requests;
    if (exchange === undefined) continue;
    const reasonOf = explain(change, operation, exchange);
    for (const wire of messagesOf(change, exchange)) {
      if (tried === MAX_ATTEMPTS) return { tried };
      tried += 1;
      if (!isSendable(wire)) continue;
      const refused = exchange.otherAnswer(wire);
      const reason = reasonOf(refused);
      if (reason === undefined) continue;
      const accepted = exchange.ownAnswer(wire);
      if (!accepted.isAccepted) continue;
      const method = operation.method.toUpperCase();
      const { status } = exchange;
      if (status === undefined) {
        const before = accepted.status === 0 ? 'accepted' : `accepted (${accepted.status})`;
        const after = refused.status === 0 ? reason : `${refused.status}: ${reason}`;
        return { witness: { kind: 'request', method, ...wire, before, after }, tried };
      }
      const { path } = requests.toWire(requests.messages[0]);
      const text = refused.status === 404 ? `it had no reply ${status}` : reason;
      const before = `the contract did not allow it: ${text}`;
      const outcome = { path, status, before, after: 'a valid reply' };
      return { witness: { kind: 'reply', method, ...wire, ...outcome }, tried };
    }
  }
  return { tried };
}

function* messagesOf(
  { pointer, clue: { path, schemas, example } }: WitnessedChange,
  exchange: Exchange,
): Iterable<WireMessage> {
  const place = valuePathOf(schemas?.path ?? path, exchange);
  const { direction, other } = exchange.judges;
  const pair = schemas && [inline(schemas.was), inline(schemas.is)];
  if (direction === 'request') pair?.reverse(); // the limits of the contract that refuses come first
  for (const message of exchange.messages) {
    const wire = exchange.toWire(message);
    yield { ...wire, path: example ?? wire.path };
    if (pointer === BODY_LIMIT && wire.body !== undefined) {
      const length = String(Number(other.contract.limits.maxBodyBytes) + 1);
      yield { ...wire, headers: { ...wire.headers, 'Content-Length': length } };
    }
    if (place === undefined) continue;
    const known = [getIn(message, ...place)];
    const at = pair ? new ValuePlace(pair, direction, known) : exchange.placeAt(place, known);
    for (const value of [undefined, ...at.boundaryValues()])
      yield exchange.toWire(withValue(message, place, value));
  }
}

/** Why the other contract refuses a message; undefined if the cause is not the change. */
function explain(
  { pointer, clue }: WitnessedChange,
  operation: Operation,
  exchange: Exchange,
): (refused: Answer) => string | undefined {
  const { example, schemas } = clue;
  const taker = example && exchange.judges.other.find(operation.method, example);
  const place = valuePathOf(clue.path, exchange);
  const isCause = (status: number) =>
    example !== undefined ||
    (exchange.status === undefined
      ? RELATED_STATUS[status]?.(pointer, operation) === true
      : place?.[0] === 'body' && schemas === undefined);
  // If not, every message is refused, for this change or another one.
  const isOnlyChange = exchange.otherAnswer(exchange.toWire(exchange.messages[0])).isAccepted;
  return ({ status, reason, details }) => {
    if (taker) return `${idOf(taker)} answers`;
    if (isCause(status) && reason) return reason;
    const named = details.filter((fault) => place && isRelated(fault, place, pointer));
    const isSure = named.length > 0 && (!isOnlyChange || named.length === details.length);
    return isSure ? named.slice(0, 3).map(describeFault).join(', ') : undefined;
  };
}

/** For each status but 400, whether a change at the pointer is what refuses the requests of an operation. */
const RELATED_STATUS: Record<number, (pointer: string, operation: Operation) => boolean> = {
  404: (pointer, { at }) => isPointerWithin(at, pointer),
  405: (pointer, { at }) => isPointerWithin(at, pointer),
  401: (pointer, { at }) =>
    pointer === at ||
    ['#/security', '#/components/securitySchemes', `${at}/security`].some((place) =>
      isPointerWithin(pointer, place),
    ),
  413: (pointer) => pointer === BODY_LIMIT,
  415: (pointer) => /\/(?:requestBody|requestBodies)(?:\/|$)/.test(pointer),
};

/** The place in messages to which a way of the walk leads; undefined if it leads to no value. */
function valuePathOf(
  [, part, ...way]: readonly string[],
  { parts }: Exchange,
): string[] | undefined {
  if (part === 'requestBody') return ['body', ...keysOn(way)];
  const [, kind, name = '', ...rest] = way;
  if (part === 'responses' && kind === 'headers') return ['header', name, ...keysOn(rest)];
  if (part === 'responses') return ['body', ...keysOn(way.slice(1))];
  const parameter = parts.find(({ path }) => path[1] === part);
  return parameter && [...parameter.path, ...keysOn(way)];
}

/** Of a value of a map, in samples. */
const SAMPLE_NAME = 'name';

/** The keys of values on a way through schemas. A branch describes the same value. */
function keysOn([key, ...way]: readonly string[]): string[] {
  if (key === undefined) return [];
  if (key === 'properties') return [...way.slice(0, 1), ...keysOn(way.slice(1))];
  if (key === 'additionalProperties') return [SAMPLE_NAME, ...keysOn(way)];
  return [...(key === 'items' ? ['0'] : []), ...keysOn(way)];
}

/** Whether it is certain which code a change of the keyword causes. */
const isCertain = (keyword: string) => isBound(keyword) || /^(?:required|pattern)$/.test(keyword);

/** The code of a keyword, as `min_length`; one for inclusive and exclusive bounds. */
function codeOf(keyword: string): string {
  const code = keyword.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return code.replace('exclusive_', '');
}

function isRelated(fault: ErrorDetail, target: readonly string[], pointer: string): boolean {
  const path = formatPointer(fault.in, ...parsePointer(fault.path));
  const place = formatPointer(...target);
  const keyword = lastKey(pointer);
  const isOfWhole = fault.code === 'invalid'; // names a whole value of which only a part is wrong
  const isAt = isPointerWithin(path, place) || (isPointerWithin(place, path) && isOfWhole);
  return isAt && (!isCertain(keyword) || isOfWhole || codeOf(fault.code) === codeOf(keyword));
}

/** `query limit must be at most 50`, or `body /name is required`. */
function describeFault({ in: place, path, message }: ErrorDetail): string {
  const name = place === 'body' ? path : path.slice(1);
  return [place, name, message].filter((part) => part !== '').join(' ');
}
