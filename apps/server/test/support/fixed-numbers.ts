// Numbers for tests of how quotas and bans work. What the contract says today is not their subject: they bring their own.
import type { BanPolicy, Quota } from '@animal-store/contract';
import type { StartOptions } from './start-server.js';

export const FREE: Quota = { perMinute: 60, perDay: 1000 };
export const BAN: BanPolicy = { refusalsPerMinute: 10, seconds: 300, maxSeconds: 3600 };

/** For `startServer`. */
export const fixNumbers: NonNullable<StartOptions['edit']> = (contract) => {
  Object.assign(contract['x-rate-limit-plans'], { free: FREE });
  Object.assign(contract, { 'x-rate-limit-ban': BAN });
};
