// Idempotency records: the mapping of responses to rows, which is the same in both databases.
import type { Int64 } from '@animal-store/contract';
import type { IdempotencyClaim, OnceOutcome, StoredResponse } from './store.js';

export interface RecordRow {
  fingerprint: Buffer;
  /** NULL while the first request is being processed. */
  status: Int64 | null;
  headers: string | null;
  body: string | null;
}

/** What a request with this claim gets if the record exists. */
export function toOutcome(claim: IdempotencyClaim, row: RecordRow): OnceOutcome {
  if (!row.fingerprint.equals(claim.fingerprint)) return { outcome: 'mismatch' };
  const { status, headers, body } = row;
  if (status === null) return { outcome: 'in_progress' };
  const response = {
    status: Number(status),
    headers: JSON.parse(headers ?? '{}'),
    body: body ?? undefined,
  };
  return { outcome: 'replayed', response };
}

export function toRecord({ status, headers, body }: StoredResponse) {
  return { status, headers: JSON.stringify(headers), body: body ?? null };
}
