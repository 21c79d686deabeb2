// Limiter: the interface through which the middleware counts requests.
import type { Quota } from '@animal-store/core';
import type { BanOptions, Decision, Windows } from '@animal-store/core/rate-limit';
import type { Peers } from '../storage/store.js';

/** The state of counters that several nodes share, as this process sees it. */
export interface SharedStatus {
  /** Whether they are unreachable now, so that this node decides locally. */
  unavailable: boolean;
  /** The number of requests that this process has decided locally. */
  decidedLocally: number;
  /** The number of outages since this process started. */
  outages: number;
  /** The number of nodes that share them, as last known. */
  nodes: number;
}

export interface Limiter {
  /**
   * Decides and counts one request of `subject`, in one step. Once it resolves, the count survives a crash.
   * @throws StorageUnavailableError if the count could not be stored.
   */
  admit(subject: string, quota: Quota, bans?: BanOptions): Promise<Decision>;
  /**
   * The refusal that a request of `subject` would get, if the counts in memory show that its quota is used up;
   * undefined if `admit` has to decide. Counts nothing. Only for subjects without bans, since refusals count towards a
   * ban.
   */
  knownRefusal(subject: string, quota: Quota): Decision | undefined;
  /** What remains of the quota of `subject`, without counting a request. */
  peek(subject: string, quota: Quota): Promise<Windows>;
  /** The state of shared counters; undefined if this process counts alone. */
  status?(): SharedStatus;
  /** The nodes that share the counters; undefined if this process counts alone. */
  peers?: Peers;
  /** Stores what is not stored yet, and stops. */
  close(): Promise<void>;
}
