// Owns the interface that the pipeline counts requests through.
import type { BanPolicy, Quota } from '@animal-store/contract';
import type { Decision, Windows } from './quota.js';

/** Of counters that several nodes share. */
export interface SharedStatus {
  /** Whether they cannot be reached now, so that this node decides by itself. */
  away: boolean;
  /** How many requests this process has decided by itself so far. */
  decidedLocally: number;
  /** How often they went away. */
  falls: number;
  /** How many nodes share them, as far as was last known. */
  nodes: number;
}

export interface Limiter {
  /**
   * Judges and counts one request of `subject`, in one step. When it resolves, no crash can make the window forget it.
   * @throws StorageUnavailable if the count could not be kept.
   */
  admit(subject: string, quota: Quota, ban?: BanPolicy): Promise<Decision>;
  /** What is left to `subject`, without counting a request. */
  peek(subject: string, quota: Quota): Promise<Windows>;
  /** How it stands with the counters that are elsewhere; undefined where there are none. */
  status?(): SharedStatus;
  /** Writes down what is not yet written, and stops. */
  close(): Promise<void>;
}
