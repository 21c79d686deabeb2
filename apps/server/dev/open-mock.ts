// Mock of the service: every operation answers with an example. It accepts every well-formed key, and stores nothing.
import type { Quota } from '@animal-store/contract';
import { createApp } from '../src/app.js';
import type { Config } from '../src/config.js';
import type { Contract } from '../src/contract/contract.js';
import { listen } from '../src/http/server.js';
import { generateApiKey } from '../src/keys/api-key.js';
import type { KeyStore } from '../src/keys/key-store.js';
import { systemClock } from '../src/lib/clock.js';
import { UNRESTRICTED } from '../src/model.js';
import { LocalLimiter } from '../src/rate-limit/local-limiter.js';
import { displayHost, type Service, type ServiceOptions } from '../src/service.js';
import { createStore } from '../src/storage/create-store.js';
import { createValidators } from '../src/validation/validators.js';

/** The database is in memory: it counts requests, and is gone with the process. */
export async function openMock(
  config: Config,
  { shop, contract = shop.contract, log, examples, validators }: ServiceOptions,
): Promise<Service> {
  const store = await createStore({ kind: 'sqlite', file: ':memory:' }, shop.schema, { log });
  const limiter = new LocalLimiter(store.counters, systemClock);
  const keys = acceptAllKeys(store.keys, largestPlan(contract));
  const app = createApp({
    ...config,
    contract,
    handlers: shop.handlers,
    validators: validators ?? (await createValidators(contract)),
    ...(examples && { examples }),
    store: { ...store, keys },
    limiter,
    clock: systemClock,
    log,
  });
  const server = await listen(app, { ...config, log });
  const { port } = server.address;
  return {
    url: `http://${displayHost(config.host)}:${port}${contract.basePath}`,
    port,
    database: 'none: every operation answers with an example',
    firstKey: generateApiKey(),
    failure: store.broken,
    announceStop() {},
    async close() {
      await server.close();
      await limiter.close();
      await store.close();
    },
  };
}

/** Each key is a caller of its own, with a quota of its own. */
function acceptAllKeys(keys: KeyStore, plan: string): KeyStore {
  return {
    ...keys,
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
