// Storage interface, implemented by `sqlite/` and `postgres/`. Request handlers use storage through it alone.
import type { Counts } from '@animal-store/contract/rate-limit';
import type { Caller, KeyChanges, KeyEvent, KeyRecord, KeyRestrictions } from '../model.js';
import type { Resources } from './resource-store.js';
import type { TableName } from './tables.js';

export interface Store extends Resources {
  keys: KeyStore;
  counters: CounterStore;
  imports: ImportStore;
  usage: UsageStore;
  /** The key that signs cursors. It is generated once for each database. */
  cursorSecret: Buffer;
  /**
   * Runs `work` at most once for a claim, in one transaction with the record of its response. If `work` rejects, nothing
   * is written, and `once` rejects with the same reason.
   * @param work Reads and writes with the resources that it is given. It is rolled back if it awaits anything else for a
   * second. It may run again after a rollback.
   */
  once(
    claim: IdempotencyClaim,
    work: (resources: Resources) => Promise<StoredResponse>,
  ): Promise<OnceOutcome>;
  /** Health check. @throws StorageUnavailableError if the database cannot be read or written now. */
  ping(): Promise<StoreStatus>;
  /** What the metrics report. */
  stats(): StoreStats;
  /** Resolves when the store has failed in a way that no retry can repair. The process should then stop. */
  broken: Promise<Error>;
  close(): Promise<void>;
}

export interface StoreStatus {
  /** Risks to acknowledged data while the store works, as sentences for the operator. */
  warnings: readonly string[];
}

/** Counts are totals since the store was opened. */
export interface StoreStats {
  /** Calls that wait: for the next transaction in SQLite, for a connection in PostgreSQL. */
  queueLength: number;
  /** By the name of the cache. */
  caches: Readonly<Record<string, CacheStats>>;
  /** Connections of PostgreSQL, by the name of their pool. */
  pools: Readonly<Record<string, PoolStats>>;
}

export interface CacheStats {
  hits: number;
  misses: number;
}

export interface PoolStats {
  /** Connections in use, and those that are open without being used. */
  used: number;
  idle: number;
  max: number;
  /** Calls that wait for a connection, or on one behind another call. */
  waiting: number;
}

/** Called with the duration of each write transaction, from its begin to its commit. */
export type OnCommit = (durationMs: number) => void;

/** A client's demand that this request takes effect only once. */
export interface IdempotencyClaim {
  /** The caller's key, within which `name` is unique. */
  keyId: string;
  /** The value of Idempotency-Key. */
  name: string;
  /** SHA-256 of the request. */
  fingerprint: Buffer;
  /** How long the idempotency record is kept, by the database's clock. */
  retentionMs: number;
}

/** A response as it is sent again. */
export interface StoredResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** JSON; undefined for a response without a body. */
  body: string | undefined;
}

export type OnceOutcome =
  | { outcome: 'done' | 'replayed'; response: StoredResponse }
  /** The name was used for a different request. */
  | { outcome: 'mismatch' }
  /** The first request with this name has not finished. */
  | { outcome: 'in_progress' };

export type NewKey = Pick<KeyRecord, 'id' | 'name' | 'plan' | 'quota' | keyof KeyRestrictions>;

/** Each change of a key is written together with its event in the audit log. */
export interface KeyStore {
  create(key: NewKey, secretHash: Buffer, nowMs: number): Promise<void>;
  /**
   * The caller that this secret authenticates now: the key is not revoked, and neither it nor the secret has expired.
   * Every request calls it first. Its later reads may come from a cache, but never from a state older than this call.
   */
  find(secretHash: Buffer, nowMs: number): Promise<Caller | undefined>;
  /** Patterns of the origins that keys are restricted to, of the keys that are neither revoked nor expired. */
  origins(nowMs: number): Promise<readonly string[]>;
  /** Whether no key was ever issued. */
  isEmpty(): Promise<boolean>;
  get(id: string, nowMs: number): Promise<KeyRecord | undefined>;
  /** In order of creation. */
  list(nowMs: number): Promise<KeyRecord[]>;
  /** The audit log of a key, the oldest event first. */
  history(id: string): Promise<KeyEvent[]>;
  /**
   * Changes a key that is not revoked, even if it has expired. All its secrets stay valid.
   * @param decide Receives the key as it is. If it throws, nothing is changed. It may be called again.
   * @returns false if there is no such key, or it is revoked.
   */
  update(id: string, decide: (key: KeyRecord) => KeyChanges, nowMs: number): Promise<boolean>;
  /**
   * Adds a secret. The older ones expire at `overlapUntilMs`, and are deleted if that time has come. Concurrent
   * rotations are serialized, and the later one expires the secret of the earlier one.
   * @returns false if there is no such key, or it is revoked or expired.
   */
  rotate(id: string, secretHash: Buffer, nowMs: number, overlapUntilMs: number): Promise<boolean>;
  /** Revoking twice keeps the first time. @returns false if there is no such key. */
  revoke(id: string, nowMs: number): Promise<boolean>;
  /**
   * Ends the ban of a key, and of all its visitors, on all nodes. The time of a lift is later than that of the one before,
   * whatever the clock shows. @returns false if there is no such key, or it is revoked.
   */
  liftBans(id: string, nowMs: number): Promise<boolean>;
}

/** A file whose rows are imported. The same content under another name is the same file. */
export interface ImportedFile {
  resource: TableName;
  /** SHA-256 of the content, in hexadecimal. */
  hash: string;
}

export interface ImportProgress {
  /** The number of rows of the file, from its beginning, that are stored or rejected. */
  rowsRead: number;
  imported: number;
  rejected: number;
  startedMs: number;
  finishedMs: number | undefined;
}

export interface ImportStore {
  find(file: ImportedFile): Promise<ImportProgress | undefined>;
  /** Starts the file's import, from its first row. An earlier progress is forgotten. */
  begin(file: ImportedFile, nowMs: number): Promise<ImportProgress>;
  /**
   * Runs `work` and replaces the progress `from` by `to`, in one transaction.
   * @param work As that of `Store.once`.
   * @throws ImportConflictError if the stored progress is not `from`. Nothing is then written.
   */
  advance(
    file: ImportedFile,
    from: ImportProgress,
    to: ImportProgress,
    work: (resources: Resources) => Promise<unknown>,
  ): Promise<void>;
}

/** A clock may be set back by this much without any counts being dropped. */
export const MAX_AHEAD_MS = 5 * 60_000;

export interface CounterStore {
  load(subject: string): Promise<Counts | undefined>;
  save(subject: string, counts: Counts, lastUsedMs: number): Promise<void>;
  /**
   * Resets counts of windows more than MAX_AHEAD_MS after `nowMs`. They were written by a clock that was ahead.
   * @returns the number of counts that were reset.
   */
  dropAhead(nowMs: number): Promise<number>;
  /** Deletes counts of addresses last used before `beforeMs`. Counts of keys stay: the operator limits their number. */
  forget(beforeMs: number): Promise<void>;
}

/** Requests of a key for an operation on a day (days since 1970-01-01, UTC), whose status begins with this digit. */
export interface UsageRow {
  day: number;
  keyId: string;
  operation: string;
  statusClass: number;
  requests: number;
}

/** Requests to add to those that are stored. */
export interface UsageBatch {
  /** The server's id: a UUID that is generated at startup. */
  writer: string;
  /** Ascending for each writer. A batch that may have been written is repeated with its number, and is counted once. */
  number: number;
  /** In ascending order of their keys, so that servers do not wait for each other in a circle. */
  rows: readonly UsageRow[];
}

export interface UsageFilter {
  day: number;
  keyId: string | undefined;
  operation: string | undefined;
}

export interface UsageStore {
  /** Adds all rows or none, and deletes those of the days before `oldestDay`. */
  add(batch: UsageBatch, oldestDay: number): Promise<void>;
  /** In ascending order of key, operation and status class. */
  list(filter: UsageFilter): Promise<UsageRow[]>;
  /** The first day that has a row; undefined if there are no rows. */
  oldestDay(): Promise<number | undefined>;
  /** Whether any request for this operation is stored. */
  hasOperation(operation: string): Promise<boolean>;
}

/** The nodes that count requests in the same Redis as this one. */
export interface Peers {
  /** This node's id: a UUID that is generated at startup. */
  id: string;
  /** The ids of all nodes with a heartbeat in the last seconds; undefined while Redis is unreachable. */
  list(): Promise<string[] | undefined>;
}

/** A server's lock on its database. It excludes servers whose request counts would not add up with this one's. */
export interface ServerLock {
  /** Resolves with the reason if the lock was lost and other servers now exclude this one. It should then stop. */
  lost: Promise<Error>;
  /**
   * For a server that counts requests in Redis.
   * @throws an Error for the operator if other servers on the database count in another Redis.
   */
  join(peers: Peers): Promise<void>;
  /** Releases the lock. */
  release(): unknown;
}
