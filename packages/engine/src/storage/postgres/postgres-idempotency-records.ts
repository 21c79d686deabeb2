// Idempotency records in PostgreSQL.
//
// Claims that come together, or while another transaction of claims runs, share a transaction. It inserts their records,
// so that a second request with a name waits for it on any node. Then it runs the claimed requests, writes their responses
// into the records, and commits. If any of them fails, the transaction is rolled back, and each request runs in one of its own.
import type { Int64 } from '@animal-store/core';
import type { IdempotencyClaim } from '../store.js';
import {
  type IdempotencyRecords,
  type Runner,
  recordRows,
  toKey,
} from '../stores/idempotency-store.js';
import { NOW_MS } from './database-clock.js';
import { createFallbackBatcher } from './fallback-batcher.js';
import { isRowLockTimeout } from './pool/postgres-errors.js';

/**
 * How long a transaction holds back the next one, so that claims that come meanwhile share it. Most take less. One that waits
 * for a lock delays the claims of its own batch, and those behind it for no longer than this.
 */
const HOLD_MS = 20;
/** Few enough for the statement timeout, however many records have accumulated. */
const CLEANUP_BATCH_SIZE = 5_000;

/**
 * Returns the keys of the records that are now ours. An expired record is replaced. The database's clock determines the
 * expiry, because a node's wrong clock must not expire records that others still need. All nodes insert in the same
 * order, so that they do not wait for each other in a circle.
 */
const CLAIM = `INSERT INTO idempotency_records (key_id, name, fingerprint, created_ms)
  SELECT key_id, name, fingerprint, ${NOW_MS}
  FROM unnest($1::text[], $2::text[], $3::bytea[]) AS claim (key_id, name, fingerprint)
  WHERE NOT EXISTS (
    SELECT FROM idempotency_records AS known WHERE known.key_id = claim.key_id AND known.name = claim.name
      AND known.created_ms > ${NOW_MS} - $4::bigint)
  ORDER BY key_id COLLATE "C", name COLLATE "C"
  ON CONFLICT (key_id, name) DO UPDATE SET fingerprint = excluded.fingerprint, created_ms = excluded.created_ms,
    status = NULL, headers = NULL, body = NULL
    WHERE idempotency_records.created_ms <= ${NOW_MS} - $4::bigint
  RETURNING idempotency_records.*`;
const READ = `SELECT record.*
  FROM unnest($1::text[], $2::text[]) AS claim (key_id, name)
  JOIN idempotency_records AS record USING (key_id, name)`;
const SAVE = `UPDATE idempotency_records AS record SET status = response.status, headers = response.headers, body = response.body
  FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[]) AS response (key_id, name, status, headers, body)
  WHERE record.key_id = response.key_id AND record.name = response.name`;
/** Skips records that other transactions are renewing or deleting now. */
const DELETE_EXPIRED = `WITH expired AS (
    SELECT key_id, name FROM idempotency_records WHERE created_ms <= ${NOW_MS} - $1::bigint LIMIT $2 FOR UPDATE SKIP LOCKED),
  deleted AS (
    DELETE FROM idempotency_records AS record USING expired
    WHERE record.key_id = expired.key_id AND record.name = expired.name AND record.created_ms <= ${NOW_MS} - $1::bigint
    RETURNING 1)
  SELECT count(*) AS count FROM deleted`;

export const postgresRecords: IdempotencyRecords = {
  async claim({ read, write }, claims) {
    const keys = keysOf(claims);
    const fingerprints = claims.map(({ fingerprint }) => fingerprint);
    const retentionMs = claims[0]?.retentionMs; // the same for all: it is the batch key
    const claimed = await write(CLAIM, [...keys, fingerprints, retentionMs]);
    const isOurs = new Set(claimed.map((row) => toKey(recordRows.toRow(row))));
    const others = claims.filter((claim) => !isOurs.has(toKey(claim)));
    const earlier = others.length === 0 ? [] : await read(READ, keysOf(others));
    const found = new Map(
      earlier.map(recordRows.toRow).map((record) => [toKey(record), record] as const),
    );
    return claims.map((claim) => (isOurs.has(toKey(claim)) ? 'claimed' : found.get(toKey(claim))));
  },
  /** Sent together with the commit, which fails with it. */
  async save({ write }, answers) {
    write(SAVE, [
      ...keysOf(answers.map(({ claim }) => claim)),
      answers.map(({ response }) => response.status),
      answers.map(({ response }) => JSON.stringify(response.headers)),
      answers.map(({ response }) => response.body),
    ]).catch(() => {});
  },
  async deleteExpired({ write }, retentionMs) {
    const values = [retentionMs, CLEANUP_BATCH_SIZE];
    const [deleted] = await write<{ count: Int64 }>(DELETE_EXPIRED, values);
    return deleted?.count === CLEANUP_BATCH_SIZE;
  },
};

export function shareTransactions<Resources extends object>({
  isSerializable,
  alone,
  together,
}: Runner<Resources>): Runner<Resources>['alone'] {
  const batches = createFallbackBatcher(alone, together, { holdMs: HOLD_MS });
  return async (request) => {
    try {
      if (isSerializable(request)) return await alone(request);
      return await batches.add(String(request.claim.retentionMs), request);
    } catch (error) {
      if (isRowLockTimeout(error)) return { outcome: 'in_progress' }; // by the first request with this name, on another node
      throw error;
    }
  };
}

/** The primary keys of records. */
function keysOf(claims: readonly IdempotencyClaim[]): string[][] {
  return [claims.map(({ keyId }) => keyId), claims.map(({ name }) => name)];
}
