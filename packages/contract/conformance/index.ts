// Conformance vectors: what every implementation of the contract does, the server as the mock of the SDK.
import type { Vector } from './vector.js';
import { idempotency } from './vectors/idempotency.js';
import { invalidBodies } from './vectors/invalid-bodies.js';
import { invalidParameters } from './vectors/invalid-parameters.js';
import { keys } from './vectors/keys.js';
import { malformedBodies } from './vectors/malformed-bodies.js';
import { operations } from './vectors/operations.js';
import { orderOfErrors } from './vectors/order-of-errors.js';
import { paging } from './vectors/paging.js';
import { quota } from './vectors/quota.js';

export * as limits from './limits.js';
export { runVector, type Subject, type VectorReply } from './run-vector.js';
export type { Seeds, Vector } from './vector.js';

const vectors: readonly Vector[] = [
  ...operations,
  ...paging,
  ...invalidParameters,
  ...malformedBodies,
  ...invalidBodies,
  ...keys,
  ...orderOfErrors,
  ...quota,
  ...idempotency,
];

/** Those that the implementation has to pass. */
export function vectorsOf(implementation: 'server' | 'mock', from = vectors): readonly Vector[] {
  return from.filter(({ only = implementation }) => only === implementation);
}
