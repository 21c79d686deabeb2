// Key service: issues a key under a plan, and rotates a key with an overlap. The store itself revokes keys.
import { type KeyRestrictions, type NewKey, UNRESTRICTED } from '../model.js';
import type { KeyStore } from '../storage/stores/key-store.js';
import { generateKeyId, hashApiKey, type KeyFormat } from './api-key.js';

export interface IssuedKey {
  id: string;
  /** The secret. It is shown once and never stored. */
  key: string;
}

export type KeySettings = Pick<NewKey, 'name' | 'plan' | 'quota'> & Partial<KeyRestrictions>;

export async function issueKey(
  format: KeyFormat,
  keys: KeyStore,
  settings: KeySettings,
  nowMs: number,
): Promise<IssuedKey> {
  const id = generateKeyId();
  const wanted = { ...UNRESTRICTED, ...settings };
  const key = format.generate(wanted);
  await keys.create({ id, ...wanted }, hashApiKey(key), nowMs);
  return { id, key };
}

/**
 * Issues a new secret for the key `id`, of the same kind. The old secrets stay valid for `overlapMs`.
 * @returns Undefined if no live key has that id.
 */
export async function rotateKey(
  format: KeyFormat,
  keys: KeyStore,
  id: string,
  nowMs: number,
  overlapMs: number,
): Promise<IssuedKey | undefined> {
  const record = await keys.get(id, nowMs);
  if (record === undefined) return undefined;
  const key = format.generate(record);
  const rotated = await keys.rotate(id, hashApiKey(key), nowMs, nowMs + overlapMs);
  return rotated ? { id, key } : undefined;
}
