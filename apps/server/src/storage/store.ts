// Owns what the service asks of its storage. `sqlite/` answers it; nothing outside that folder knows how.
import type { Int64, NewPet, Order, Pet, PetStatus, Quota } from '@animal-store/contract';

export interface Store {
  pets: PetStore;
  orders: OrderStore;
  keys: KeyStore;
  counters: CounterStore;
  /** Made once for each database: what cursors are signed with. */
  cursorSecret: Buffer;
  /** @throws StorageUnavailable if it could not read, or not write, at this moment. */
  ping(): Promise<void>;
  /** Resolves, if ever, when it has failed in a way that no retry can mend: then the process should stop. */
  broken: Promise<Error>;
  close(): Promise<void>;
}

export interface PageRequest {
  /** The page begins behind this identifier; undefined: at the first. */
  after: Int64 | undefined;
  limit: number;
}

/** It may be given to many who ask the same, so nobody may change it. */
export interface Page<Item> {
  items: readonly Readonly<Item>[];
  /** Whether anything follows. */
  more: boolean;
}

export interface PetPageRequest extends PageRequest {
  status: PetStatus | undefined;
}

export interface PetStore {
  /** Adds an animal, in one transaction with its idempotency record if there is a claim. */
  create(pet: NewPet, claim?: IdempotencyClaim): Promise<Creation>;
  get(id: Int64): Promise<Pet | undefined>;
  /** In ascending id. */
  list(page: PetPageRequest): Promise<Page<Pet>>;
}

/** A client's wish that this request shall happen once. */
export interface IdempotencyClaim {
  /** The caller's key, within which `name` is unique. */
  keyId: string;
  /** The value of Idempotency-Key. */
  name: string;
  /** SHA-256 of what was asked. */
  fingerprint: Buffer;
  nowMs: number;
  /** Records older than this are forgotten. */
  forgetBeforeMs: number;
}

export type Creation =
  | { outcome: 'created' | 'replayed'; pet: Pet }
  /** The name was used for something else. */
  | { outcome: 'mismatch' }
  /** The first request of that name has not finished. */
  | { outcome: 'in_progress' };

export interface OrderStore {
  /** In ascending id. */
  list(page: PageRequest): Promise<Page<Order>>;
  /** Adds orders, replacing those whose id is known; all of them or none. */
  put(orders: readonly Order[]): Promise<void>;
}

/** An API key without its secret, which nobody can read back. */
export interface KeyRecord {
  id: string;
  name: string;
  plan: string;
  /** For a plan that is `custom` in the contract. */
  quota: Quota | undefined;
  createdMs: number;
  lastUsedMs: number | undefined;
  revokedMs: number | undefined;
}

export interface KeyStore {
  create(
    key: Pick<KeyRecord, 'id' | 'name' | 'plan' | 'quota'>,
    secretHash: Buffer,
    nowMs: number,
  ): Promise<void>;
  /**
   * The key that this secret opens now: neither revoked nor expired. Every request begins with it: what is read behind it
   * may be remembered, but from no earlier than this.
   */
  find(secretHash: Buffer, nowMs: number): Promise<Caller | undefined>;
  /** Whether no key was ever issued. */
  isEmpty(): Promise<boolean>;
  /** In order of creation. */
  list(): Promise<KeyRecord[]>;
  /** Adds a secret; the older ones expire at `overlapUntilMs`. False if there is no such key, or it is revoked. */
  rotate(id: string, secretHash: Buffer, nowMs: number, overlapUntilMs: number): Promise<boolean>;
  /** False if there is no such key. Revoking twice keeps the first time. */
  revoke(id: string, nowMs: number): Promise<boolean>;
}

/** Whoever sends a request with a valid key. */
export type Caller = Pick<KeyRecord, 'id' | 'plan' | 'quota'>;

/** All that is remembered of a caller. Times are numbers of whole windows since the Unix epoch, unless they say `Ms`. */
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
  /** Bans begun in `day`. */
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

/** What the requests of a key are counted under. */
export function subjectOfKey(keyId: string): string {
  return `key:${keyId}`;
}

/** What the requests of strangers are counted under. */
export function subjectOfAddress(bucket: string): string {
  return `address:${bucket}`;
}

export interface CounterStore {
  load(subject: string): Promise<Counts | undefined>;
  save(subject: string, counts: Counts, lastUsedMs: number): Promise<void>;
  /** Deletes the counts of addresses last used before then. Those of keys stay: their number is the operator's. */
  forget(beforeMs: number): Promise<void>;
}

/** Storage could not do it now: trying again may help. A write that ends so is not acknowledged. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable';
}

/** There is no room to write: nothing was written. Reading goes on. */
export class StorageFull extends StorageUnavailable {
  override name = 'StorageFull';
}
