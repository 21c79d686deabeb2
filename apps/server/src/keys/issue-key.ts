// Owns the life of a key: issued under a plan, rotated with an overlap. Revoking is the store's own step.
import type { Quota } from '@animal-store/contract';
import type { KeyStore } from '../storage/store.js';
import { hashApiKey, mintApiKey, mintKeyId } from './api-key.js';

export interface IssuedKey {
  id: string;
  /** The secret: shown once, stored nowhere. */
  key: string;
}

/** @param quota For a plan that is `custom` in the contract; undefined for the others. */
export async function issueKey(
  keys: KeyStore,
  wanted: { name: string; plan: string; quota: Quota | undefined },
  nowMs: number,
): Promise<IssuedKey> {
  const id = mintKeyId();
  const key = mintApiKey();
  await keys.create({ id, ...wanted }, hashApiKey(key), nowMs);
  return { id, key };
}

/** A new secret for the key `id`; the old ones work until `overlapMs` from now. Undefined if no live key has that id. */
export async function rotateKey(
  keys: KeyStore,
  id: string,
  nowMs: number,
  overlapMs: number,
): Promise<IssuedKey | undefined> {
  const key = mintApiKey();
  const rotated = await keys.rotate(id, hashApiKey(key), nowMs, nowMs + overlapMs);
  return rotated ? { id, key } : undefined;
}
