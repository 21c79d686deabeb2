// Model: the types that storage, rate limiting and HTTP share. It has no dependencies on any of them.
import type { Quota } from '@animal-store/core';

/** What limits the use of a key. It is set when the key is issued. Later, only the expiry can change. */
export interface KeyRestrictions {
  /** When all secrets of the key expire; undefined: never. */
  expiresMs: number | undefined;
  /** Whether only GET and HEAD are allowed. */
  isReadOnly: boolean;
  /** Whether the key may be part of a web page. It is counted for each client address. */
  isPublishable: boolean;
  /** Patterns of the origins that requests may have (keys/origin-pattern.ts). Empty: any origin. */
  origins: readonly string[];
}

export const UNRESTRICTED: KeyRestrictions = {
  expiresMs: undefined,
  isReadOnly: false,
  isPublishable: false,
  origins: [],
};

/** An API key without its secret. The secret cannot be read back, because only its hash is stored. */
export interface KeyRecord extends KeyRestrictions {
  id: string;
  name: string;
  plan: string;
  /** Only for a plan that is `custom` in the contract. */
  quota: Quota | undefined;
  createdMs: number;
  lastUsedMs: number | undefined;
  revokedMs: number | undefined;
  /** When bans were last lifted. Limiters recognize a new lift by it; undefined: none was lifted. */
  bansLiftedMs: number | undefined;
  /** Number of valid secrets: more than one during the overlap of a rotation, none once the key is revoked or expired. */
  liveSecrets: number;
}

/** What an operator sets when a key is created. */
export type NewKey = Pick<KeyRecord, 'id' | 'name' | 'plan' | 'quota' | keyof KeyRestrictions>;

/** What an operator can change of a key. What is not among the properties stays as it is. */
export type KeyChanges = Partial<Pick<KeyRecord, 'name' | 'plan' | 'quota' | 'expiresMs'>>;

/** A secret that was issued at some time, of a key in any state. */
export interface TracedSecret {
  key: KeyRecord;
  /** Whether a rotation has ended it. */
  isReplaced: boolean;
  /** When a rotation will end it; undefined if none will. */
  overlapUntilMs: number | undefined;
}

/** A change of a key in the audit log. */
export interface KeyEvent {
  keyId: string;
  atMs: number;
  /** `create`, `update`, `rotate`, `revoke` or `unban`. */
  action: string;
  /** JSON values by the property's name, null where unset. */
  details: Readonly<Record<string, { before: unknown; after: unknown }>>;
  /** The user of the operating system who made it. */
  actor: string;
}

/** The sender of a request with a valid key. */
export type Caller = Pick<
  KeyRecord,
  'id' | 'plan' | 'quota' | 'bansLiftedMs' | 'isReadOnly' | 'isPublishable' | 'origins'
>;

/** The subject of rate limiting that an API key is. */
export function subjectOfKey(keyId: string): string {
  return `key:${keyId}`;
}

/** The subject of rate limiting that anonymous clients share. @param addressKey Of rate-limit-key.ts. */
export function subjectOfAddress(addressKey: string): string {
  return `address:${addressKey}`;
}

/**
 * The subject of rate limiting that the clients with a publishable key share at one address. It begins like that of the
 * address, because it is stored and forgotten in the same way.
 */
export function subjectOfVisitor(keyId: string, addressKey: string): string {
  return `${subjectOfAddress(addressKey)} ${subjectOfKey(keyId)}`;
}

/**
 * A value that the database refuses: it must be unique and is there already, refers to an object that is not there, or is of an
 * object that others refer to. Without a handler that catches it, the client gets a 400 or the operation's own 409.
 */
export class ConstraintError extends Error {
  override name = 'ConstraintError';
  /** Without the column. */
  readonly reason: string;

  constructor(
    readonly kind: 'unique' | 'reference' | 'referenced',
    readonly table: string,
    readonly property: string,
    options?: ErrorOptions,
  ) {
    const reason = VIOLATIONS[kind];
    super(`${table}.${property} ${reason}`, options);
    this.reason = reason;
  }
}

const VIOLATIONS = {
  unique: 'must be unique, and another object has this value',
  reference: 'refers to an object that does not exist',
  referenced: 'is referred to by others',
};

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

  /** @param where The path of the database, or what PostgreSQL says. */
  constructor(where: string, options?: ErrorOptions) {
    super(`the disk is full: ${where}`, options);
  }
}
