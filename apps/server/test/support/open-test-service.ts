// The service that `serve` opens, in the process of the tests.
import type { Shop } from '@animal-store/engine';
import {
  createValidators,
  type Validators,
} from '@animal-store/engine/internal/request/validators';
import { openService, type Service } from '@animal-store/engine/internal/service';
import { readConfig } from '@animal-store/engine/internal/settings/settings';
import { pino } from 'pino';
import { shop } from './plain-shop.js';

export interface TestService extends Service {
  /** Sends a request to a path below the base path. */
  call(path: string, key: string, init?: RequestInit): Promise<Response>;
}

let validators: Promise<Validators> | undefined;

/** @param env Its settings. By default it has any free port. @param served With the same contract. */
export async function openTestService(
  env: Readonly<Record<string, string>>,
  log = pino({ level: 'silent' }),
  served: Shop = shop,
): Promise<TestService> {
  validators ??= createValidators(shop.contract);
  const config = readConfig({ PORT: '0', ...env }, shop.product.name, undefined, served.settings);
  const options = {
    shop: { ...served, contract: shop.contract },
    log,
    validators: await validators,
    checksReads: true,
  };
  const service = await openService(config, options);
  return {
    ...service,
    call(path, key, init) {
      const headers = { ...init?.headers, Authorization: `Bearer ${key}` };
      return fetch(`${service.url}${path}`, { ...init, headers });
    },
  };
}
