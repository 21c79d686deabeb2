// Witnesses: for each change that breaks the wire, a request that was right before it and is wrong after it, or a reply.
//
//   search.ts            the search for a message that shows a change
//   spaces.ts            where it searches: the requests and the replies of an operation
//   targets.ts           the places of a message that a change is about
//   places.ts            all places of a message, and the schemas that apply to them
//   message-source.ts    valid messages, from examples and from samples.ts (json-schema-faker)
//   boundary-values.ts   the values at which the schemas of a place begin or end to accept
//   shrink.ts            leaves out what a message can do without
//   served-contract.ts   what a server of a contract answers; reply-contract.ts: which replies a contract allows
//
// The search is deterministic, and bounded by a number of messages. A change without a witness may be breaking all the same.
import type { JsonObject } from '@animal-store/openapi-tools';
import type { Change } from '../diff/change.js';
import type { Service } from '../service.js';
import type { WireMessage } from './message.js';
import { findWitness } from './search.js';
import { Spaces } from './spaces.js';
import { isInSchema } from './targets.js';

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

/** A contract as written, which decides what is valid, and its normal form, which the pointers of changes point into. */
export interface ContractForms {
  written: JsonObject;
  normalized: JsonObject;
}

export interface Compared {
  base: ContractForms;
  head: ContractForms;
  service: Service;
}

/** What the search needs to know of a change. */
export type WitnessedChange = Pick<Change, 'side' | 'pointer' | 'wire' | 'example'> & {
  operations: string[];
};

/** Changes that no single message shows: of quotas, promises, defaults and URLs. */
const WITHOUT_WITNESS =
  /^#\/(?:paths\/[^/]+\/(?:[a-z]+\/)?)?(?:servers|x-(?!max-body-bytes$))|(?<!\/(?:properties|responses))\/default$/;

export function addWitnesses<T extends WitnessedChange>(
  changes: readonly T[],
  compared: Compared,
): (T & { witness?: Witness | undefined; tried?: number })[] {
  const spaces = new Spaces(compared);
  return changes.map((change) => {
    if (change.wire !== 'major') return change;
    if (WITHOUT_WITNESS.test(change.pointer)) return { ...change, witness: undefined };
    const { witness, tried } = findWitness(change, spaces);
    const isTried = witness === undefined && tried > 0 && isInSchema(change.pointer);
    return { ...change, witness, ...(isTried && { tried }) };
  });
}
