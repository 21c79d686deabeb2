// Owns the interface that the pipeline counts requests through.
import type { BanPolicy, Quota } from '@animal-store/contract';
import type { Decision, Windows } from './quota.js';

export interface Limiter {
  /**
   * Judges and counts one request of `subject`, in one step. When it resolves, no crash can make the window forget it.
   * @throws StorageUnavailable if the count could not be kept.
   */
  admit(subject: string, quota: Quota, ban?: BanPolicy): Promise<Decision>;
  /** What is left to `subject`, without counting a request. */
  peek(subject: string, quota: Quota): Windows;
  /** Writes down what is not yet written, and stops. */
  close(): Promise<void>;
}
