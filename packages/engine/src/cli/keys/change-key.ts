// Keys as the commands show them, with their bans. A change of a key, and the reasons why it is not possible.
import type { Shop } from '../../define-shop.js';
import { systemClock } from '../../lib/clock.js';
import { errorMessage } from '../../lib/error-message.js';
import type { KeyRecord } from '../../model.js';
import { type BanReader, createBanReader } from '../../rate-limit/read-bans.js';
import { readConfig } from '../../settings/settings.js';
import type { Store } from '../../storage/store.js';
import type { KeyStore } from '../../storage/stores/key-store.js';
import { withStore } from '../with-store.js';

export interface ShownKey extends KeyRecord {
  /** Absent if the key is not banned now, is publishable, or if Redis cannot be read. */
  bannedUntilMs?: number | undefined;
}

export async function withBan(shop: Shop, key: KeyRecord, store: Store): Promise<ShownKey> {
  for await (const [shown] of withBans(shop, [[key]], store)) if (shown) return shown;
  return key;
}

/** If the bans cannot be read, stderr says so once: the keys themselves are shown nevertheless. */
export async function* withBans(
  { product }: Shop,
  batches: Iterable<KeyRecord[]> | AsyncIterable<KeyRecord[]>,
  { counters }: Store,
): AsyncGenerator<ShownKey[]> {
  const { rateLimitUrl } = readConfig(process.env, product.name);
  const giveUp = (error: unknown) => {
    reader?.close();
    reader = undefined;
    const reason = errorMessage(error);
    process.stderr.write(`${product.name}: whether keys are banned is unknown: ${reason}\n`);
    return undefined;
  };
  let reader: BanReader | undefined;
  reader = await createBanReader({
    rateLimitUrl,
    namespace: product.name,
    counters,
  }).catch(giveUp);
  try {
    for await (const keys of batches) {
      const bans = await reader?.read(keys).catch(giveUp);
      yield keys.map((key) => ({ ...key, bannedUntilMs: bans?.get(key.id) }));
    }
  } finally {
    reader?.close();
  }
}

export interface JsonOption {
  json?: boolean | undefined;
}

/**
 * @param options.json Whether the key will be printed as JSON: only then its ban is read.
 * @param work Resolves with something falsy if the key cannot be changed.
 * @returns what `work` resolved with, and the key after that.
 * @throws an Error for the operator that says why the key cannot be changed.
 */
export function changeKey<Result>(
  shop: Shop,
  id: string,
  { json = false }: JsonOption,
  work: (keys: KeyStore, nowMs: number) => Promise<Result>,
): Promise<{ result: NonNullable<Result>; record: ShownKey }> {
  const nowMs = systemClock();
  return withStore(shop, async (store) => {
    const result = await work(store.keys, nowMs);
    const record = await findKey(shop, store.keys, id, nowMs);
    if (!result) throw new Error(describeState(shop, record));
    return { result, record: json ? await withBan(shop, record, store) : record };
  });
}

/** @throws an Error for the operator if there is no such key. */
export async function findKey(
  { product }: Shop,
  keys: KeyStore,
  id: string,
  nowMs: number,
): Promise<KeyRecord> {
  const record = await keys.get(id, nowMs);
  if (record !== undefined) return record;
  throw new Error(`key ${JSON.stringify(id)} does not exist; see \`${product.name} keys list\``);
}

function describeState({ product }: Shop, { id, revokedMs }: KeyRecord): string {
  return revokedMs === undefined
    ? `key "${id}" has expired; \`${product.name} keys update ${id} --expires 90d\` extends it`
    : `key "${id}" is revoked; \`${product.name} keys create\` creates another one`;
}
