// Search of a message that one contract takes and the other refuses, because of a change.
import { isPointerWithin } from '@animal-store/openapi-tools';
import type { Fault } from '../service.js';
import { isSendable, type Message, type WireMessage } from './message.js';
import { messagesAt } from './message-source.js';
import type { Answer, ServedContract, ServedOperation } from './served-contract.js';
import { shrink } from './shrink.js';
import type { Space, Spaces } from './spaces.js';
import { describeFault, isInSchema, isRelated, targetsOf } from './targets.js';
import type { Witness, WitnessedChange } from './witness.js';

/** Messages with boundary values that are tried for one change. */
const MAX_ATTEMPTS = 1_000;
const MAX_TARGETS = 30;
const BODY_LIMIT = '#/x-max-body-bytes';

/** A message that may show the change. */
interface Candidate {
  message: Message;
  /** What differs from the message as it is sent otherwise. */
  adapt?(wire: WireMessage): WireMessage;
  /** The path of the value that the change is about. */
  target?: string[];
  /** Why the other contract refuses the message; undefined if the cause is not the change. */
  reasonOf(refused: Answer): string | undefined;
}

/** A witness, or how many messages were tried in vain: none, if no message has what changed. */
export function findWitness(
  change: WitnessedChange,
  spaces: Spaces,
): { witness?: Witness | undefined; tried: number } {
  let tried = 0;
  for (const operation of spaces.operations) {
    if (change.operations.length > 0 && !change.operations.includes(operation.id)) continue;
    for (const space of spaces.of(operation))
      for (const candidate of candidatesOf(change, space, spaces.head)) {
        const { message, target } = candidate;
        if (target !== undefined && tried === MAX_ATTEMPTS) return { tried };
        if (target !== undefined) tried += 1;
        const witnessOf = (one: Message) => toWitness(one, candidate, space);
        if (witnessOf(message) === undefined) continue;
        const smallest = shrink(message, target ?? [], (one) => witnessOf(one) !== undefined);
        return { witness: witnessOf(smallest), tried };
      }
  }
  return { tried };
}

/** Undefined if the message does not show the change. */
function toWitness(message: Message, candidate: Candidate, space: Space): Witness | undefined {
  const { kind, operation, status, request } = space;
  const sent = space.toWire(message);
  const wire = candidate.adapt?.(sent) ?? sent;
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
  const { path } = request?.toWire(request.source.minimal) ?? operation;
  const text = refused.status === 404 ? `it had no reply ${status}` : reason;
  const before = `the contract did not allow it: ${text}`;
  return { kind, method, ...wire, path, status, before, after: 'a valid reply' };
}

function* candidatesOf(
  { example, ...change }: WitnessedChange,
  space: Space,
  head: ServedContract,
): Iterable<Candidate> {
  const { pointer } = change;
  const { kind, toWire, source, operation } = space;
  const { minimal } = source;
  if (example !== undefined) {
    const taker = head.find(operation.method, example);
    const adapt = (wire: WireMessage) => ({ ...wire, path: example });
    const reasonOf = ({ reason }: Answer) => (taker ? `${taker.id} answers` : reason);
    if (kind === 'request') yield { message: minimal, adapt, reasonOf };
    return;
  }
  const targets = targetsOf(change, space).slice(0, MAX_TARGETS);
  // The minimal message, and a large one, which the other contract may refuse whatever their values are.
  const isOfReply = targets.some(({ path: [place] }) => place === 'body') && !isInSchema(pointer);
  const isCause = (status: number) =>
    kind === 'reply' ? isOfReply : RELATED_STATUS[status]?.(pointer, operation) === true;
  const reasonOf = ({ status, reason }: Answer) => (isCause(status) ? reason : undefined);
  yield { message: minimal, reasonOf };
  const length = { 'Content-Length': String(Number(head.document['x-max-body-bytes']) + 1) };
  const adapt = (wire: WireMessage) => ({ ...wire, headers: { ...wire.headers, ...length } });
  if (pointer === BODY_LIMIT && kind === 'request' && toWire(minimal).body !== undefined)
    yield { message: minimal, adapt, reasonOf };
  // If not, every message is refused, for this change or another one.
  const isOnlyChange = space.refuses(toWire(minimal)).isAccepted;
  for (const target of targets)
    for (const message of messagesAt(target, space)) {
      const isNamed = (fault: Fault) => isRelated(fault, target, pointer);
      const reasonOf = ({ details }: Answer) => reasonIn(details, isNamed, isOnlyChange);
      yield { message, target: target.path, reasonOf };
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
  413: (pointer) => pointer === BODY_LIMIT,
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
