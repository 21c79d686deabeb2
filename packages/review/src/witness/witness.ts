// Witnesses: for each change that breaks the wire, a request that was right before it and is wrong after it, or a reply.
//
//   search.ts            the search for a message that shows a change
//   exchange.ts          the requests and the replies of an operation: their examples, and what two contracts make of them
//   boundary-values.ts   for each keyword, the values at which a schema begins or ends to accept
//   served-contract.ts   what a server of a contract answers; reply-contract.ts: which replies a contract allows
//
// The walk says where in messages a change is, and in which schemas. A change without a witness is breaking perhaps, unless the
// contract itself proves it: a quota, a date or a URL that it promised.
import type { SealedDocument } from '@animal-store/spec';
import type { Contract } from '@animal-store/spec/model';
import type { Change } from '../diff/change.js';
import { Exchanges } from './exchange.js';
import type { WireMessage } from './message.js';
import { findWitness } from './search.js';

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

/** A contract as written, which decides what is valid. */
export interface WrittenContract {
  written: Contract;
  /** What validators are compiled of. */
  document: SealedDocument;
}

export interface Compared {
  base: WrittenContract;
  head: WrittenContract;
}

/** What the search needs to know of a change. */
export type WitnessedChange = Pick<Change, 'pointer' | 'wire' | 'why' | 'isPromise' | 'clue'> & {
  operations: string[];
};

/** Changes that no single message shows: of quotas, promises, defaults and URLs. They are not searched for. */
const WITHOUT_WITNESS =
  /^#\/(?:paths\/[^/]+\/(?:[a-z]+\/)?)?(?:servers|x-(?!max-body-bytes$))|(?<!\/(?:properties|responses|mapping))\/default$/;

export function addWitnesses<T extends WitnessedChange>(
  changes: readonly T[],
  compared: Compared,
): (T & { witness?: Witness | undefined; tried?: number })[] {
  if (changes.every(({ wire }) => wire !== 'major')) return [...changes];
  const exchanges = new Exchanges(compared);
  return changes.map((change) => {
    if (change.wire !== 'major') return change;
    const isSearched = !WITHOUT_WITNESS.test(change.pointer);
    const { witness, tried } = isSearched ? findWitness(change, exchanges, compared) : { tried: 0 };
    if (witness !== undefined || change.isPromise === true) return { ...change, witness };
    return { ...change, witness, tried, why: `${change.why} ${doubtOf(tried)}` };
  });
}

/** Part of the reason, so that no report takes for certain what nothing shows. */
function doubtOf(tried: number): string {
  if (tried === 0) return 'Perhaps: no message shows it.';
  return `Perhaps: none of ${tried} messages that were tried shows it.`;
}
