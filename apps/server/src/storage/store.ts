// Storage interface, implemented by `sqlite/` and `postgres/`. Request handlers use storage through it alone.
import type { Int64 } from '@animal-store/contract';
import type { Caller, Counts, KeyRecord } from '../model.js';
import type { FilterOf, ItemOf, TableName } from './tables.js';

export interface Store extends Resources {
  keys: KeyStore;
  counters: CounterStore;
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
  /** Resolves when the store has failed in a way that no retry can repair. The process should then stop. */
  broken: Promise<Error>;
  close(): Promise<void>;
}

/** A store for each table of tables.ts, by its name. */
export type Resources = {
  [Name in TableName]: ResourceStore<ItemOf<Name>, FilterOf<Name>>;
};

export interface ResourceStore<
  Item extends { id: Int64 },
  Filter extends keyof Item = never,
  New = Omit<Item, 'id'>,
> {
  /** Adds an object whose id the database assigns. */
  insert<Sent extends New>(values: Sent & Only<Sent, New>): Promise<Item>;
  get(id: Int64): Promise<Readonly<Item> | undefined>;
  /** In ascending order of id. */
  list(request: PageRequest & FilterValues<Item, Filter>): Promise<Page<Item>>;
  /**
   * Sets the properties that `changes` has. One that is undefined becomes absent.
   * @returns the changed object; undefined if there is none with this id.
   */
  update<Sent extends Changes<Item>>(
    id: Int64,
    changes: Sent & Only<Sent, Changes<Item>>,
  ): Promise<Item | undefined>;
  /** @returns whether there was an object with this id. */
  remove(id: Int64): Promise<boolean>;
  /** For ids that the client assigns. Adds objects, and replaces those whose id exists. Writes all of them or none. */
  put(items: readonly Item[]): Promise<void>;
}

/** Refuses properties without a column. TypeScript otherwise accepts them in a value that is not a literal. */
type Only<Sent, Known> = { [Property in Exclude<keyof Sent, keyof Known>]?: never };

export type Changes<Item> = {
  [Property in Exclude<keyof Item, 'id'>]?:
    | Item[Property]
    | (undefined extends Item[Property] ? undefined : IfOptional<Item, Property>);
};
type IfOptional<Item, Property extends keyof Item> =
  Partial<Pick<Item, Property>> extends Pick<Item, Property> ? undefined : never;

type FilterValues<Item, Filter extends keyof Item> = {
  [Property in Filter]?: Item[Property] | undefined;
};

export interface StoreStatus {
  /** Risks to acknowledged data while the store works, as sentences for the operator. */
  warnings: readonly string[];
}

export interface PageRequest {
  /** The page begins after this id. If undefined, it begins at the first row. */
  after: Int64 | undefined;
  limit: number;
}

/** Read-only, because callers with the same request may share one page. */
export interface Page<Item> {
  items: readonly Readonly<Item>[];
  /** Whether there is a next page. */
  more: boolean;
}

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

export interface KeyStore {
  create(
    key: Pick<KeyRecord, 'id' | 'name' | 'plan' | 'quota'>,
    secretHash: Buffer,
    nowMs: number,
  ): Promise<void>;
  /**
   * The caller that this secret authenticates now: the key is not revoked, and the secret has not expired. Every
   * request calls it first. Its later reads may come from a cache, but never from a state older than this call.
   */
  find(secretHash: Buffer, nowMs: number): Promise<Caller | undefined>;
  /** Whether no key was ever issued. */
  isEmpty(): Promise<boolean>;
  /** In order of creation. */
  list(nowMs: number): Promise<KeyRecord[]>;
  /**
   * Adds a secret. The older ones expire at `overlapUntilMs`, and are deleted if that time has come. Concurrent
   * rotations are serialized, and the later one expires the secret of the earlier one.
   * @returns false if there is no such key, or it is revoked.
   */
  rotate(id: string, secretHash: Buffer, nowMs: number, overlapUntilMs: number): Promise<boolean>;
  /** Revoking twice keeps the first time. @returns false if there is no such key. */
  revoke(id: string, nowMs: number): Promise<boolean>;
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
