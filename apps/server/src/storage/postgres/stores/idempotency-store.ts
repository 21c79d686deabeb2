// Idempotency records in PostgreSQL: the response of a request, written in one transaction with its effect.
//
// Claims that come together, or while another transaction of claims runs, share a transaction. It inserts their records,
// so that a second request with a name waits for it on any node. Then it runs the claimed requests, writes their responses
// into the records, and commits. If any of them
// fails, the transaction is rolled back, and each request runs in one of its own.
import type { Int64 } from '@animal-store/contract';
import { Batcher } from '../../../lib/batcher.js';
import { StorageUnavailableError } from '../../../model.js';
import { type RecordRow, toOutcome, toRecord } from '../../idempotency-record.js';
import type { BaseStore, IdempotencyClaim, OnceOutcome, StoredResponse } from '../../store.js';
import { runInScope } from '../../transaction.js';
import type { PostgresDatabase, Queries } from '../database.js';
import { NOW_MS } from '../database-clock.js';
import { isRowLockTimeout } from '../errors.js';

interface ClaimedRequest<Resources extends object> {
  claim: IdempotencyClaim;
  work: (resources: Resources) => Promise<StoredResponse>;
}

/** The primary key of a record. */
interface RecordKey {
  key_id: string;
  name: string;
}

/**
 * How long a transaction holds back the next one, so that claims that come meanwhile share it. Most take less. One that waits
 * for a lock delays the claims of its own batch, and those behind it for no longer than this.
 */
const HOLD_MS = 20;
const CLEANUP_INTERVAL_MS = 60_000;
/** Few enough for the statement timeout, however many records have accumulated. */
const CLEANUP_BATCH_SIZE = 5_000;

/**
 * Returns the keys of the records that are now ours. An expired record is replaced. The database's clock determines the
 * expiry, because a node's wrong clock must not expire records that others still need. All nodes insert in the same
 * order, so that they do not wait for each other in a circle.
 */
const CLAIM = {
  name: 'claim-idempotency-keys',
  text: `INSERT INTO idempotency_records (key_id, name, fingerprint, created_ms)
    SELECT key_id, name, fingerprint, ${NOW_MS}
    FROM unnest($1::text[], $2::text[], $3::bytea[]) AS claim (key_id, name, fingerprint)
    WHERE NOT EXISTS (
      SELECT FROM idempotency_records AS known WHERE known.key_id = claim.key_id AND known.name = claim.name
        AND known.created_ms > ${NOW_MS} - $4::bigint)
    ORDER BY key_id COLLATE "C", name COLLATE "C"
    ON CONFLICT (key_id, name) DO UPDATE SET fingerprint = excluded.fingerprint, created_ms = excluded.created_ms,
      status = NULL, headers = NULL, body = NULL
      WHERE idempotency_records.created_ms <= ${NOW_MS} - $4::bigint
    RETURNING key_id, name`,
};
const READ = {
  name: 'read-idempotency-records',
  text: `SELECT key_id, name, fingerprint, status, headers, body
    FROM unnest($1::text[], $2::text[]) AS claim (key_id, name)
    JOIN idempotency_records AS record USING (key_id, name)`,
};
const SAVE = {
  name: 'save-idempotent-responses',
  text: `UPDATE idempotency_records AS record SET status = response.status, headers = response.headers, body = response.body
    FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[]) AS response (key_id, name, status, headers, body)
    WHERE record.key_id = response.key_id AND record.name = response.name`,
};
/** Skips records that other transactions are renewing or deleting now. */
const DELETE_EXPIRED = {
  name: 'delete-expired-records',
  text: `WITH expired AS (
      SELECT key_id, name FROM idempotency_records WHERE created_ms <= ${NOW_MS} - $1::bigint LIMIT $2 FOR UPDATE SKIP LOCKED),
    deleted AS (
      DELETE FROM idempotency_records AS record USING expired
      WHERE record.key_id = expired.key_id AND record.name = expired.name AND record.created_ms <= ${NOW_MS} - $1::bigint
      RETURNING 1)
    SELECT count(*) AS count FROM deleted`,
};

/** @param bind The resources inside a transaction. */
export function createOnce<Resources extends object>(
  database: PostgresDatabase,
  bind: (queries: Queries) => Resources,
): BaseStore<Resources>['once'] {
  /** Names in flight in this process. For a name in flight in another process, the claim waits. */
  const inFlight = new Set<string>();
  let cleanedUpMs = Number.NEGATIVE_INFINITY;

  const batches = new Batcher<ClaimedRequest<Resources>, OnceOutcome>(
    async (requests) => {
      if (requests.length === 1) return [await runAlone(requests[0])];
      try {
        return await runTogether(requests);
      } catch (error) {
        if (error instanceof StorageUnavailableError && !isRowLockTimeout(error)) throw error;
        return requests.map(runAlone);
      }
    },
    { holdMs: HOLD_MS },
  );

  async function runAlone(request: ClaimedRequest<Resources>): Promise<OnceOutcome> {
    const [outcome] = await runTogether([request]);
    return outcome ?? { outcome: 'in_progress' };
  }

  /** In one transaction. */
  function runTogether(requests: readonly ClaimedRequest<Resources>[]): Promise<OnceOutcome[]> {
    return database.transaction(async (queries) => {
      const claimed = await claimAll(queries, requests);
      const records = await readRecords(
        queries,
        requests.filter(({ claim }) => !claimed.has(toKey(claim))),
      );
      const resources = bind(queries);
      const outcomes = await allSettled(
        requests.map(async ({ claim, work }): Promise<OnceOutcome> => {
          if (claimed.has(toKey(claim)))
            return { outcome: 'done', response: await runInScope(resources, work) };
          const record = records.get(toKey(claim));
          return record ? toOutcome(claim, record) : { outcome: 'in_progress' }; // deleted meanwhile: a retry does it
        }),
      );
      saveResponses(queries, requests, outcomes); // sent together with the commit
      return outcomes;
    });
  }

  /** Runs at most once a minute: an expired record does no harm, because a claim with its name replaces it. */
  async function deleteExpired({ retentionMs }: IdempotencyClaim): Promise<void> {
    const nowMs = performance.now();
    if (nowMs - cleanedUpMs < CLEANUP_INTERVAL_MS) return;
    cleanedUpMs = nowMs;
    const [deleted] = await database.transaction(({ write }) =>
      write<{ count: Int64 }>(DELETE_EXPIRED, [retentionMs, CLEANUP_BATCH_SIZE]),
    );
    if (deleted?.count === CLEANUP_BATCH_SIZE) cleanedUpMs = Number.NEGATIVE_INFINITY; // more left: the next claim goes on
  }

  return async (claim, work) => {
    const key = toKey(claim);
    if (inFlight.has(key)) return { outcome: 'in_progress' };
    inFlight.add(key);
    try {
      const outcome = await batches.add(String(claim.retentionMs), { claim, work });
      deleteExpired(claim).catch(() => {}); // retried after a minute
      return outcome;
    } catch (error) {
      if (isRowLockTimeout(error)) return { outcome: 'in_progress' }; // by the first request with this name
      throw error;
    } finally {
      inFlight.delete(key);
    }
  };
}

/** Identifies a record in this process. */
function toKey({ keyId, name }: Pick<IdempotencyClaim, 'keyId' | 'name'>): string {
  return `${keyId} ${name}`;
}

async function claimAll(
  { write }: Queries,
  requests: readonly Pick<ClaimedRequest<object>, 'claim'>[],
): Promise<ReadonlySet<string>> {
  const claims = requests.map(({ claim }) => claim);
  const rows = await write<RecordKey>(CLAIM, [
    claims.map(({ keyId }) => keyId),
    claims.map(({ name }) => name),
    claims.map(({ fingerprint }) => fingerprint),
    claims[0]?.retentionMs, // the same for all: it is the batch key
  ]);
  return new Set(rows.map(({ key_id, name }) => toKey({ keyId: key_id, name })));
}

async function readRecords(
  { read }: Queries,
  requests: readonly Pick<ClaimedRequest<object>, 'claim'>[],
): Promise<ReadonlyMap<string, RecordRow>> {
  if (requests.length === 0) return new Map();
  const rows = await read<RecordRow & RecordKey>(READ, [
    requests.map(({ claim }) => claim.keyId),
    requests.map(({ claim }) => claim.name),
  ]);
  return new Map(rows.map((row) => [toKey({ keyId: row.key_id, name: row.name }), row]));
}

function saveResponses(
  { write }: Queries,
  requests: readonly Pick<ClaimedRequest<object>, 'claim'>[],
  outcomes: readonly OnceOutcome[],
): void {
  const answers = requests.flatMap(({ claim }, index) => {
    const outcome = outcomes[index];
    return outcome?.outcome === 'done' ? [{ claim, ...toRecord(outcome.response) }] : [];
  });
  if (answers.length === 0) return;
  write(SAVE, [
    answers.map(({ claim }) => claim.keyId),
    answers.map(({ claim }) => claim.name),
    answers.map(({ status }) => status),
    answers.map(({ headers }) => headers),
    answers.map(({ body }) => body),
  ]).catch(() => {}); // the transaction fails with it
}

/** As Promise.all, but waits for all promises before it rejects: the transaction is then rolled back. */
async function allSettled<T>(promises: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}
