// Requests with an Idempotency-Key, on both databases: a response is written in one transaction with the effect of its request.
import { mapRows, type RowOf } from '../columns.js';
import { IDEMPOTENCY_RECORDS } from '../operator-tables.js';
import type { Sql, SqlDatabase } from '../sql.js';
import type { BaseStore, IdempotencyClaim, OnceOutcome, StoredResponse } from '../store.js';

export const recordRows = mapRows(IDEMPOTENCY_RECORDS);
export type IdempotencyRecord = RowOf<typeof IDEMPOTENCY_RECORDS>;

export interface ClaimedRequest<Resources extends object> {
  claim: IdempotencyClaim;
  work: (resources: Resources) => Promise<StoredResponse>;
}

export interface Answer {
  claim: IdempotencyClaim;
  response: StoredResponse;
}

/** The statements, which the databases write differently. */
export interface IdempotencyRecords {
  /**
   * Claims each name without a record, or with an expired one.
   * @returns for each claim the record of an earlier request. Undefined if that was deleted meanwhile: a retry does it.
   */
  claim(
    sql: Sql,
    claims: readonly IdempotencyClaim[],
  ): Promise<(IdempotencyRecord | 'claimed' | undefined)[]>;
  save(sql: Sql, answers: readonly Answer[]): Promise<void>;
  /** Deletes a batch of expired records, which `claim` treats as absent. @returns whether there may be more. */
  deleteExpired(sql: Sql, retentionMs: number): Promise<boolean>;
}

/** Runs requests in one transaction, which is rolled back if one of them fails. */
export interface Runner<Resources extends object> {
  alone(request: ClaimedRequest<Resources>): Promise<OnceOutcome>;
  together(requests: readonly ClaimedRequest<Resources>[]): Promise<OnceOutcome[]>;
}

const CLEANUP_INTERVAL_MS = 60_000;

/** @param share Lets requests share a transaction. By default, each has its own. */
export function createOnce<Resources extends object>(
  database: SqlDatabase<Resources>,
  records: IdempotencyRecords,
  share: (runner: Runner<Resources>) => Runner<Resources>['alone'] = ({ alone }) => alone,
): BaseStore<Resources>['once'] {
  const { transaction } = database.open('idempotency');
  /** Names in flight in this process. */
  const inFlight = new Set<string>();
  let cleanedUpMs = Number.NEGATIVE_INFINITY;

  const together: Runner<Resources>['together'] = (requests) =>
    transaction(async (sql, resources) => {
      const found = await records.claim(
        sql,
        requests.map(({ claim }) => claim),
      );
      const outcomes = await allSettled(
        requests.map(async ({ claim, work }, index): Promise<OnceOutcome> => {
          const record = found[index];
          if (record === 'claimed') return { outcome: 'done', response: await work(resources) };
          return record ? toOutcome(claim, record) : { outcome: 'in_progress' };
        }),
      );
      const answers = requests.flatMap(({ claim }, index) => {
        const outcome = outcomes[index];
        return outcome?.outcome === 'done' ? [{ claim, response: outcome.response }] : [];
      });
      if (answers.length > 0) await records.save(sql, answers);
      return outcomes;
    });

  const alone: Runner<Resources>['alone'] = async (request) => {
    const [outcome = { outcome: 'in_progress' }] = await together([request]);
    return outcome;
  };
  const run = share({ alone, together });

  /** Runs once a minute, or while there are more records, after each request, so that the work grows with the requests. */
  async function deleteExpired({ retentionMs }: IdempotencyClaim): Promise<void> {
    const nowMs = performance.now();
    if (nowMs - cleanedUpMs < CLEANUP_INTERVAL_MS) return;
    cleanedUpMs = nowMs;
    const hasMore = await transaction((sql) => records.deleteExpired(sql, retentionMs));
    if (hasMore) cleanedUpMs = Number.NEGATIVE_INFINITY;
  }

  return async (claim, work) => {
    const key = toKey(claim);
    if (inFlight.has(key)) return { outcome: 'in_progress' };
    inFlight.add(key);
    try {
      const outcome = await run({ claim, work });
      deleteExpired(claim).catch(() => {}); // retried after a minute
      return outcome;
    } finally {
      inFlight.delete(key);
    }
  };
}

/** Identifies a record in this process. */
export function toKey({ keyId, name }: Pick<IdempotencyClaim, 'keyId' | 'name'>): string {
  return `${keyId} ${name}`;
}

/** What a request with this claim gets if the record exists. Its status is absent while the first request is processed. */
function toOutcome(claim: IdempotencyClaim, record: IdempotencyRecord): OnceOutcome {
  const { fingerprint, status, headers = {}, body } = record;
  if (!fingerprint.equals(claim.fingerprint)) return { outcome: 'mismatch' };
  if (status === undefined) return { outcome: 'in_progress' };
  const response = { status, headers: headers as StoredResponse['headers'], body }; // as it was saved
  return { outcome: 'replayed', response };
}

/** As Promise.all, but waits for all promises before it rejects: the transaction is then rolled back. */
async function allSettled<T>(promises: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}
