// Witnesses: for each change that breaks the wire, a request that was right before it and is wrong after it, or a reply.
//
//   search.ts            the search for a message that shows a change
//   exchange.ts          the requests and the replies of an operation: their examples, and what two contracts make of them
//   boundary-values.ts   for each keyword, the values at which a schema begins or ends to accept
//   served-contract.ts   what a server of a contract answers; reply-contract.ts: which replies a contract allows
//
// The walk says where in messages a change is, and in which schemas. A change without a witness is breaking perhaps, unless the
// contract itself proves it: a quota, a date or a URL that it promised.
import type { Contracts } from '../diff/change.js';
import { Exchanges } from './exchange.js';
import { findWitness, type Witness, type WitnessedChange } from './search.js';

export type { Witness } from './search.js';

/** Changes that no single message shows: of quotas, promises, defaults and URLs. They are not searched for. */
const WITHOUT_WITNESS =
  /^#\/(?:paths\/[^/]+\/(?:[a-z]+\/)?)?(?:servers|x-(?!max-body-bytes$))|(?<!\/(?:properties|responses|mapping))\/default$/;

export function addWitnesses<T extends WitnessedChange>(
  changes: readonly T[],
  contracts: Contracts,
): (T & { witness?: Witness | undefined; tried?: number })[] {
  if (changes.every(({ wire }) => wire !== 'major')) return [...changes];
  const exchanges = new Exchanges(contracts);
  return changes.map((change) => {
    if (change.wire !== 'major') return change;
    const isSearched = !WITHOUT_WITNESS.test(change.pointer);
    const { witness, tried } = isSearched ? findWitness(change, exchanges) : { tried: 0 };
    if (witness !== undefined || change.isPromise === true) return { ...change, witness };
    return { ...change, witness, tried, why: `${change.why} ${doubtOf(tried)}` };
  });
}

/** Part of the reason, so that no report takes for certain what nothing shows. */
function doubtOf(tried: number): string {
  if (tried === 0) return 'Perhaps: no message shows it.';
  return `Perhaps: none of ${tried} messages that were tried shows it.`;
}
