// Key service: issues a key under a plan, and rotates a key with an overlap. The store itself revokes keys.
import type { Quota } from '@animal-store/contract';
import type { KeyStore } from '../storage/store.js';
import { generateApiKey, generateKeyId, hashApiKey } from './api-key.js';

export interface IssuedKey {
  id: string;
  /** The secret. It is shown once and never stored. */
  key: string;
}

/** @param settings `quota` is required for a plan that is `custom` in the contract, and undefined for other plans. */
export async function issueKey(
  keys: KeyStore,
  settings: { name: string; plan: string; quota: Quota | undefined },
  nowMs: number,
): Promise<IssuedKey> {
  const id = generateKeyId();
  const key = generateApiKey();
  await keys.create({ id, ...settings }, hashApiKey(key), nowMs);
  return { id, key };
}

/**
 * Issues a new secret for the key `id`. The old secrets stay valid for `overlapMs`.
 * @returns Undefined if no live key has that id.
 */
export async function rotateKey(
  keys: KeyStore,
  id: string,
  nowMs: number,
  overlapMs: number,
): Promise<IssuedKey | undefined> {
  const key = generateApiKey();
  const rotated = await keys.rotate(id, hashApiKey(key), nowMs, nowMs + overlapMs);
  return rotated ? { id, key } : undefined;
}
