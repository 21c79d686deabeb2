// Idempotency claims: the caller, the Idempotency-Key, and a fingerprint of the request, by which retries are
// recognized.
import { createHash } from 'node:crypto';
import type { OperationId } from '@animal-store/contract';
import { stringify } from 'lossless-json';
import type { Caller } from '../model.js';
import type { IdempotencyClaim } from '../storage/store.js';
import type { Services } from './handler.js';

/** The claim of a request with an Idempotency-Key; undefined for a request without one. */
export function toIdempotencyClaim(
  operation: OperationId,
  idempotencyKey: string | undefined,
  body: object,
  caller: Caller,
  { contract }: Services,
): IdempotencyClaim | undefined {
  if (idempotencyKey === undefined) return undefined;
  return {
    keyId: caller.id,
    name: idempotencyKey,
    fingerprint: createHash('sha256')
      .update(`${operation}\n${canonical(body)}`)
      .digest(),
    retentionMs: contract.idempotencyRetentionSeconds * 1000,
  };
}

/** Canonical JSON: the same text for the same value, whatever its white space and order of keys. */
function canonical(value: unknown): string {
  return stringify(value, (_key, inner) => (isRecord(inner) ? sortKeys(inner) : inner)) ?? '';
}

function sortKeys(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
