// Until when keys are banned, as the commands show it.
import { readConfig } from '../../config.js';
import { errorMessage } from '../../lib/error-message.js';
import type { KeyRecord } from '../../model.js';
import { readBans } from '../../rate-limit/read-bans.js';
import type { Store } from '../../storage/store.js';

export interface ShownKey extends KeyRecord {
  /** Undefined if the key is not banned now, is publishable, or if Redis cannot be read. */
  bannedUntilMs: number | undefined;
}

export function withoutBan(key: KeyRecord): ShownKey {
  return { ...key, bannedUntilMs: undefined };
}

export async function withBan(key: KeyRecord, store: Store): Promise<ShownKey> {
  const [shown = withoutBan(key)] = await withBans([key], store);
  return shown;
}

/** If the bans cannot be read, stderr says so: the keys themselves are shown nevertheless. */
export async function withBans(
  keys: readonly KeyRecord[],
  { counters }: Store,
): Promise<ShownKey[]> {
  const { rateLimitUrl } = readConfig(process.env);
  const bans = await readBans(keys, { rateLimitUrl, counters }).catch((error: unknown) => {
    process.stderr.write(
      `animal-store: whether keys are banned is unknown: ${errorMessage(error)}\n`,
    );
    return undefined;
  });
  return keys.map((key) => ({ ...key, bannedUntilMs: bans?.get(key.id) }));
}
