// Storage interface, implemented by `sqlite/` and `postgres/`. The stores of the operator's tables are written once, on sql.ts.
import type { Logger } from 'pino';
import type { CounterStore } from './stores/counter-store.js';
import type { ImportStore } from './stores/import-store.js';
import type { KeyStore } from './stores/key-store.js';
import type { UsageStore } from './stores/usage-store.js';

/** @template Resources A store for each table of the schema, by its name. */
export type Store<Resources extends object = object> = BaseStore<Resources> & Resources;

export interface BaseStore<Resources extends object> {
  keys: KeyStore;
  counters: CounterStore;
  imports: ImportStore<Resources>;
  usage: UsageStore;
  transaction: Transaction<Resources>;
  /**
   * Runs `work` at most once for a claim, in one transaction with the record of its response. If `work` rejects, nothing
   * is written, and `once` rejects with the same reason.
   * @param work As that of a transaction. What it does in the `transaction` that it is given is apart from other requests.
   */
  once(
    claim: IdempotencyClaim,
    work: (resources: Resources, transaction: Transaction<Resources>) => Promise<StoredResponse>,
  ): Promise<OnceOutcome>;
  /** Health check. @throws StorageUnavailableError if the database cannot be read or written now. */
  ping(): Promise<StoreStatus>;
  /** What the metrics report. */
  stats(): StoreStats;
  /** Resolves when the store has failed in a way that no retry can repair. The process should then stop. */
  broken: Promise<Error>;
  close(): Promise<void>;
}

/**
 * Runs `work` in one transaction, as if no other ran at the same time: all of it is written, or nothing if it rejects.
 * @param work Awaits each call of the resources that it is given, and nothing else: other reads and writes of SQLite wait
 * for its end. It may run again after a rollback.
 * @throws what `work` throws, or StorageUnavailableError after many conflicts with other transactions.
 */
export type Transaction<Resources extends object> = <T>(
  work: (resources: Resources) => Promise<T>,
) => Promise<T>;

export interface StoreStatus {
  /** Risks to acknowledged data while the store works, as sentences for the operator. */
  warnings: readonly string[];
}

interface StoreStats {
  /** Calls that wait: for the next transaction in SQLite, for a connection in PostgreSQL. */
  queueLength: number;
  /** Of PostgreSQL: calls that wait for a connection, or on one behind another call, by the name of the pool. */
  waiting: Readonly<Record<string, number>>;
  /** When the last backup began; 0 if there was none. Undefined if backups are not made by this program. */
  lastBackupMs?: number;
}

export interface OpenOptions {
  /** Receives the problems of the database that occur while it is open. */
  log?: Logger;
  /** Called if there is no store yet, before one is created. If it throws, none is created. Not called for `:memory:`. */
  onMissing?: (() => void) | undefined;
  onCommit?: OnCommit | undefined;
}

/** Called with the duration of each write transaction, from its begin to its commit. */
export type OnCommit = (durationMs: number) => void;

/** A client's demand that this request takes effect only once. */
export interface IdempotencyClaim {
  /** The caller's key, within which `name` is unique. */
  keyId: string;
  /** The id of the operation that the request calls. */
  operation: string;
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

/** The nodes that count requests in the same Redis as this one. */
export interface Peers {
  /** This node's id: a UUID that is generated at startup. */
  id: string;
  /** The ids of all nodes with a heartbeat in the last seconds; undefined while Redis is unreachable. */
  list(): Promise<string[] | undefined>;
}

/** `none`: no server holds the lock. `busy`: at least one of them is busy. */
export type ServerLoad = 'none' | 'idle' | 'busy';

/** A server's lock on its database. It excludes servers whose request counts would not add up with this one's. */
export interface ServerLock {
  /** Resolves with the reason if the lock was lost and other servers now exclude this one. It should then stop. */
  lost: Promise<Error>;
  /**
   * For a server that counts requests in Redis.
   * @throws an Error for the operator if other servers on the database count in another Redis.
   */
  join(peers: Peers): Promise<void>;
  /** Tells imports how busy this server is, until the next call or the end of the lock. */
  setLoad(load: 'idle' | 'busy'): void;
  /** Releases the lock. */
  release(): unknown;
}
