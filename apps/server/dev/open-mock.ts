// Mock of the service: every operation answers with an example. It accepts every well-formed key, and stores nothing.
import type { Quota } from '@animal-store/core';
import type { Config } from '../src/config.js';
import type { Contract } from '../src/contract/contract.js';
import { generateApiKey } from '../src/keys/api-key.js';
import type { KeyStore } from '../src/keys/key-store.js';
import { UNRESTRICTED } from '../src/model.js';
import { openService, type Service, type ServiceOptions } from '../src/service.js';

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
    firstKey: generateApiKey(),
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
