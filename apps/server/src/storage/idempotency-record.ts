// Idempotency records: the mapping of responses to rows, which is the same in both databases.
import type { Int64 } from '@animal-store/contract';
import type { IdempotencyClaim, OnceOutcome, StoredResponse } from './store.js';

export interface RecordRow {
  fingerprint: Buffer;
  /** NULL while the first request is being processed, and in a record of schema version 1. */
  status: Int64 | null;
  headers: string | null;
  body: string | null;
  /** The created pet, if a server of schema version 1 wrote the record during an upgrade. */
  legacy_body: string | null;
}

/** What a request with this claim gets if the record exists. */
export function toOutcome(claim: IdempotencyClaim, row: RecordRow): OnceOutcome {
  if (!row.fingerprint.equals(claim.fingerprint)) return { outcome: 'mismatch' };
  const response = toResponse(row);
  return response === undefined ? { outcome: 'in_progress' } : { outcome: 'replayed', response };
}

/** Before the recorded response: a server of version 1 that renews a record leaves an old response in it. */
function toResponse({ status, headers, body, legacy_body }: RecordRow): StoredResponse | undefined {
  if (legacy_body !== null) return { status: 201, headers: {}, body: legacy_body };
  if (status === null) return undefined;
  return { status: Number(status), headers: JSON.parse(headers ?? '{}'), body: body ?? undefined };
}

export function toRecord({ status, headers, body }: StoredResponse) {
  return { status, headers: JSON.stringify(headers), body: body ?? null };
}
