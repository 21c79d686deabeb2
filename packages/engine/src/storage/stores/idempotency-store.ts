// Transactions of handlers, on both databases. That of a request with an Idempotency-Key has the record of its response, too.
//
// Requests with a key share transactions in PostgreSQL, where each statement sees what others have committed. A handler that
// asks for a transaction of its own gets one that is serializable: its first request is rolled back and repeated there, and the
// later ones of its operation begin there.
import { mapRows, type RowOf } from '../columns.js';
import { IDEMPOTENCY_RECORDS } from '../operator-tables.js';
import type { Sql, SqlDatabase, TransactionSql } from '../sql.js';
import type {
  BaseStore,
  IdempotencyClaim,
  OnceOutcome,
  StoredResponse,
  Transaction,
} from '../store.js';

export const recordRows = mapRows(IDEMPOTENCY_RECORDS);
type IdempotencyRecord = RowOf<typeof IDEMPOTENCY_RECORDS>;

interface ClaimedRequest<Resources extends object> {
  claim: IdempotencyClaim;
  work: Parameters<BaseStore<Resources>['once']>[1];
}

interface Answer {
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
  save(sql: TransactionSql, answers: readonly Answer[]): Promise<void>;
  /** Deletes a batch of expired records, which `claim` treats as absent. @returns whether there may be more. */
  deleteExpired(sql: Sql, retentionMs: number): Promise<boolean>;
}

/** A handler needs a transaction of its own. */
class SerializableNeededError extends Error {}

/** Runs requests in one transaction, which is rolled back if one of them fails. */
export interface Runner<Resources extends object> {
  /** Whether the request must not share one. */
  isSerializable(request: ClaimedRequest<Resources>): boolean;
  alone(request: ClaimedRequest<Resources>): Promise<OnceOutcome>;
  together(requests: readonly ClaimedRequest<Resources>[]): Promise<OnceOutcome[]>;
}

const CLEANUP_INTERVAL_MS = 60_000;

/** @param share Lets requests share a transaction. By default, each has its own. */
export function createTransactions<Resources extends object>(
  database: SqlDatabase<Resources>,
  records: IdempotencyRecords,
  share: (runner: Runner<Resources>) => Runner<Resources>['alone'] = ({ alone }) => alone,
): Pick<BaseStore<Resources>, 'once' | 'transaction'> {
  const { transaction, serializable } = database.open('idempotency');
  /** Names in flight in this process. */
  const inFlight = new Set<string>();
  /** The operations whose handlers have asked for a transaction of their own. */
  const serializableOperations = new Set<string>();
  let cleanedUpMs = Number.NEGATIVE_INFINITY;

  const runIn = (
    run: typeof transaction,
    requests: readonly ClaimedRequest<Resources>[],
  ): Promise<OnceOutcome[]> =>
    run(async (sql, resources) => {
      let needed: SerializableNeededError | undefined;
      const nested: Transaction<Resources> =
        run === serializable
          ? inSavepoints(sql, resources)
          : async () => {
              needed = new SerializableNeededError();
              throw needed;
            };
      const found = await records.claim(
        sql,
        requests.map(({ claim }) => claim),
      );
      const outcomes = await allSettled(
        requests.map(async ({ claim, work }, index): Promise<OnceOutcome> => {
          const record = found[index];
          if (record === 'claimed')
            return { outcome: 'done', response: await work(resources, nested) };
          return record ? toOutcome(claim, record) : { outcome: 'in_progress' };
        }),
      );
      if (needed !== undefined) throw needed; // the handler may have caught it
      const answers = requests.flatMap(({ claim }, index) => {
        const outcome = outcomes[index];
        return outcome?.outcome === 'done' ? [{ claim, response: outcome.response }] : [];
      });
      if (answers.length > 0) await records.save(sql, answers);
      return outcomes;
    });

  const isSerializable: Runner<Resources>['isSerializable'] = ({ claim }) =>
    serializableOperations.has(claim.operation);

  const alone: Runner<Resources>['alone'] = async (request) => {
    try {
      const run = isSerializable(request) ? serializable : transaction;
      const [outcome = { outcome: 'in_progress' }] = await runIn(run, [request]);
      return outcome;
    } catch (error) {
      if (!(error instanceof SerializableNeededError)) throw error;
      serializableOperations.add(request.claim.operation);
      return alone(request);
    }
  };
  const run = share({
    isSerializable,
    alone,
    together: (requests) => runIn(transaction, requests),
  });

  /** Runs once a minute, or while there are more records, after each request, so that the work grows with the requests. */
  async function deleteExpired({ retentionMs }: IdempotencyClaim): Promise<void> {
    const nowMs = performance.now();
    if (nowMs - cleanedUpMs < CLEANUP_INTERVAL_MS) return;
    cleanedUpMs = nowMs;
    const hasMore = await transaction((sql) => records.deleteExpired(sql, retentionMs));
    if (hasMore) cleanedUpMs = Number.NEGATIVE_INFINITY;
  }

  return {
    transaction: (work) => serializable((_, resources) => work(resources)),
    async once(claim, work) {
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
    },
  };
}

/** Transactions inside of one run one after the other: a savepoint does not tell its statements from those beside it. */
function inSavepoints<Resources extends object>(
  sql: Sql,
  resources: Resources,
): Transaction<Resources> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(async () => {
      await sql.write('SAVEPOINT nested');
      try {
        return await work(resources);
      } catch (error) {
        await sql.write('ROLLBACK TO nested');
        throw error;
      } finally {
        await sql.write('RELEASE nested');
      }
    });
    last = result.catch(() => {});
    return result;
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
