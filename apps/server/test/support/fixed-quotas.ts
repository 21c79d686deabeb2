// Fixed quotas for tests of rate-limit behaviour, so that they do not depend on the contract's numbers.
import type { BanPolicy, Quota } from '@animal-store/core';
import type { StartOptions } from './start-server.js';

export const FREE: Quota = { perMinute: 60, perDay: 1000 };
export const BAN: BanPolicy = { refusalsPerMinute: 10, seconds: 300, maxSeconds: 3600 };

/** `edit` option for `startServer`. */
export const withFreePlan =
  (free: Quota, ban = BAN): NonNullable<StartOptions['edit']> =>
  (contract) => {
    Object.assign(contract['x-rate-limit-plans'], { free });
    Object.assign(contract, { 'x-rate-limit-ban': ban });
  };
export const withFixedQuotas = withFreePlan(FREE);
