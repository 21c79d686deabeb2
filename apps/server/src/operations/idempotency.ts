// Owns what makes two requests the same: the caller, the Idempotency-Key, and a fingerprint of what is asked.
import { createHash } from 'node:crypto';
import type { OperationId } from '@animal-store/contract';
import { stringify } from 'lossless-json';
import type { Caller, IdempotencyClaim } from '../storage/store.js';
import type { Services } from './handler.js';

/** The claim of a request that carries an Idempotency-Key; undefined for one that does not. */
export function claimOf(
  operation: OperationId,
  idempotencyKey: string | undefined,
  body: object,
  caller: Caller,
  { contract, clock }: Services,
): IdempotencyClaim | undefined {
  if (idempotencyKey === undefined) return undefined;
  const nowMs = clock();
  return {
    keyId: caller.id,
    name: idempotencyKey,
    fingerprint: createHash('sha256')
      .update(`${operation}\n${canonical(body)}`)
      .digest(),
    nowMs,
    forgetBeforeMs: nowMs - contract.idempotencyRetentionSeconds * 1000,
  };
}

/** The same text for the same value: white space and the order of keys do not matter. */
function canonical(value: unknown): string {
  return stringify(value, (_key, inner) => (isRecord(inner) ? sortKeys(inner) : inner)) ?? '';
}

function sortKeys(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
