// Limit of open files: how many connections it leaves room for. Beyond it, the system resets every new connection.
import { existsSync, readFileSync } from 'node:fs';
import type { Logger } from 'pino';
import { MAX_CONNECTIONS } from '../settings/setting-readers.js';

const LIMITS = '/proc/self/limits';
/** Of Node, of the store and its database's connections, and of the metrics. About 30 are open on SQLite. */
const OTHER_FILES = 64;

/** The most connections that the process may have open. Warns if that is not the default. */
export function maxConnectionsWithin(log: Logger): number {
  const limits = existsSync(LIMITS) ? readFileSync(LIMITS, 'utf8') : ''; // Linux alone has it
  const [, limit = 'unlimited'] = /^Max open files +(\d+)/m.exec(limits) ?? [];
  const needed = MAX_CONNECTIONS + OTHER_FILES;
  if (limit === 'unlimited' || Number(limit) >= needed) return MAX_CONNECTIONS;
  const max = Math.max(1, Number(limit) - OTHER_FILES);
  log.warn(
    `at most ${max} connections, because the process may open only ${limit} files: raise ulimit -n, or LimitNOFILE, to ${needed}`,
  );
  return max;
}
