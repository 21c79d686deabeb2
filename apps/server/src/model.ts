// Model: the types that storage, rate limiting and HTTP share. It has no dependencies on any of them.
import type { Quota } from '@animal-store/contract';

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

/** The sender of a request with a valid key. */
export type Caller = Pick<KeyRecord, 'id' | 'plan' | 'quota'>;

/** Rate-limit state of a subject: an API key or a client address. Times are whole windows since the Unix epoch, except those whose name ends in `Ms`. */
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

/** The subject of rate limiting that an API key is. */
export function subjectOfKey(keyId: string): string {
  return `key:${keyId}`;
}

/** The subject of rate limiting that anonymous clients share. @param addressKey Of rate-limit-key.ts. */
export function subjectOfAddress(addressKey: string): string {
  return `address:${addressKey}`;
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
