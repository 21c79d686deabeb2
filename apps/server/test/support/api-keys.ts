// API keys of the animal store: their format, and how they are issued and rotated.
import {
  type IssuedKey,
  issueKey as issue,
  type KeySettings,
  rotateKey as rotate,
} from '@animal-store/engine/internal/keys/key-service';
import type { KeyStore } from '@animal-store/engine/internal/storage/stores/key-store';
import { shop } from './plain-shop.js';

export type { IssuedKey };

export const { generate: generateApiKey, isWellFormed } = shop.keyFormat;

export function issueKey(keys: KeyStore, settings: KeySettings, nowMs: number): Promise<IssuedKey> {
  return issue(shop.keyFormat, keys, settings, nowMs);
}

export function rotateKey(
  keys: KeyStore,
  id: string,
  nowMs: number,
  overlapMs: number,
): Promise<IssuedKey | undefined> {
  return rotate(shop.keyFormat, keys, id, nowMs, overlapMs);
}
