// Mock of the service: every operation answers with an example. It accepts every well-formed key, and stores nothing.
import type { Quota } from '@animal-store/core';
import type { Contract } from '@animal-store/engine/internal/contract';
import { UNRESTRICTED } from '@animal-store/engine/internal/model';
import {
  openService,
  type Service,
  type ServiceOptions,
} from '@animal-store/engine/internal/service';
import type { Config } from '@animal-store/engine/internal/settings/settings';
import type { KeyStore } from '@animal-store/engine/internal/storage/stores/key-store';

/** The database is in memory: it counts requests, and is gone with the process. */
export async function openMock(config: Config, options: ServiceOptions): Promise<Service> {
  const { shop, contract = shop.contract } = options;
  const plan = largestPlan(contract);
  const service = await openService(
    { ...config, database: { kind: 'sqlite', file: ':memory:' }, rateLimitUrl: undefined },
    { ...options, adaptStore: (store) => ({ ...store, keys: acceptAllKeys(store.keys, plan) }) },
  );
  return {
    ...service,
    database: 'none: every operation answers with an example',
    firstKey: shop.keyFormat.generate(),
  };
}

/** Each key is a caller of its own, with a quota of its own. */
function acceptAllKeys(keys: KeyStore, plan: string): KeyStore {
  return {
    ...keys,
    isEmpty: async () => false,
    find: async (secretHash) => ({
      id: `key_${secretHash.toString('hex', 0, 6)}`,
      plan,
      quota: undefined,
      bansLiftedMs: undefined,
      ...UNRESTRICTED,
    }),
  };
}

/** A small quota would only be in the way: `Prefer: code=429` shows a client what happens without any. */
function largestPlan({ plans }: Contract): string {
  const perMinute = (quota: Quota | 'custom') => (quota === 'custom' ? 0 : quota.perMinute);
  const [largest] = Object.entries(plans).sort(
    ([, one], [, other]) => perMinute(other) - perMinute(one),
  );
  return largest?.[0] ?? 'free';
}
