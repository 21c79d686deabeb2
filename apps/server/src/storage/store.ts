// Storage interface, implemented by `sqlite/` and `postgres/`. Request handlers use storage through it alone.
import type { Int64, NewPet, Order, Pet, PetStatus, Quota } from '@animal-store/contract';

export interface Store {
  pets: PetStore;
  orders: OrderStore;
  keys: KeyStore;
  counters: CounterStore;
  /** The key that signs cursors. It is generated once for each database. */
  cursorSecret: Buffer;
  /** Health check. @throws StorageUnavailableError if the database cannot be read or written now. */
  ping(): Promise<StoreStatus>;
  /** Resolves when the store has failed in a way that no retry can repair. The process should then stop. */
  broken: Promise<Error>;
  close(): Promise<void>;
}

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

export interface PetPageRequest extends PageRequest {
  status: PetStatus | undefined;
}

export interface PetStore {
  /** Adds a pet, in one transaction with its idempotency record if there is a claim. */
  create(pet: NewPet, claim?: IdempotencyClaim): Promise<Creation>;
  get(id: Int64): Promise<Pet | undefined>;
  /** In ascending order of id. */
  list(page: PetPageRequest): Promise<Page<Pet>>;
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

export type Creation =
  | { outcome: 'created' | 'replayed'; pet: Pet }
  /** The name was used for a different request. */
  | { outcome: 'mismatch' }
  /** The first request with this name has not finished. */
  | { outcome: 'in_progress' };

export interface OrderStore {
  /** In ascending order of id. */
  list(page: PageRequest): Promise<Page<Order>>;
  /** Adds orders, and replaces those whose id exists. Writes all of them or none. */
  put(orders: readonly Order[]): Promise<void>;
}

/** An API key without its secret. The secret cannot be read back, because only its hash is stored. */
export interface KeyRecord {
  id: string;
  name: string;
  plan: string;
  /** Only for a plan that is `custom` in the contract. */
  quota: Quota | undefined;
  createdMs: number;
  lastUsedMs: number | undefined;
  revokedMs: number | undefined;
  /** Number of valid secrets: more than one during the overlap of a rotation, none once the key is revoked. */
  liveSecrets: number;
}

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

/** The sender of a request with a valid key. */
export type Caller = Pick<KeyRecord, 'id' | 'plan' | 'quota'>;

/** Rate-limit state of a caller. Times are whole windows since the Unix epoch, except those whose name ends in `Ms`. */
export interface Counts {
  minute: number;
  /** Requests admitted in `minute`. */
  minuteCount: number;
  day: number;
  /** Requests admitted in `day`. */
  dayCount: number;
  /** Requests refused in `minute`, since the last ban. */
  refusals: number;
  bannedUntilMs: number;
  /** Bans that began in `day`. */
  bans: number;
}

export const NO_COUNTS: Counts = {
  minute: 0,
  minuteCount: 0,
  day: 0,
  dayCount: 0,
  refusals: 0,
  bannedUntilMs: 0,
  bans: 0,
};

/** The rate-limit key of an API key. */
export function subjectOfKey(keyId: string): string {
  return `key:${keyId}`;
}

/** The rate-limit key of anonymous clients. */
export function subjectOfAddress(bucket: string): string {
  return `address:${bucket}`;
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

/** The storage is unavailable now, and a retry may succeed. A write that fails with it is not acknowledged. */
export class StorageUnavailableError extends Error {
  override name = 'StorageUnavailableError';
  /** What an operator can do about it. Clients receive it too. */
  readonly advice: string | undefined;

  constructor(message: string, { advice, ...options }: ErrorOptions & { advice?: string } = {}) {
    super(message, options);
    this.advice = advice;
  }
}

/** The disk is full, and nothing was written. Reads still work. */
export class StorageFullError extends StorageUnavailableError {
  override name = 'StorageFullError';
}
